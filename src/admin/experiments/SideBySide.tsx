/** The versions of an experiment beside each other, each in a preview, as the same person. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { PersonaInput, PreviewLink } from '#engine/contract/admincontract.ts'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import { routeShowing, viewerOf } from '#engine/experiments/viewer.ts'
import { useRenderContext, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { isDone, useConsole, useRights } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { firstPersona, linkTo } from '#admin/parts/persona.ts'
import { PersonaPicker } from '#admin/parts/PersonaPicker.tsx'
import { Panel } from './Panel.tsx'
import { refusedOf, Refused, type Refusal } from './Refused.tsx'
import { documentOf } from './useExperiment.ts'
import { armName } from './words.ts'
import css from './Experiments.module.css'

export function SideBySide({ view }: { view: ExperimentView }) {
  const t = useText()
  const rights = useRights()
  const [isShown, setShown] = useState(false)
  if (!rights.preview || view.state === 'ended') return null
  return (
    <Panel title={t('console.experiments.beside.title')}>
      {isShown ? (
        <Beside view={view} />
      ) : (
        <>
          <p>{t('console.experiments.beside.text')}</p>
          <Button look="line" onClick={() => setShown(true)}>
            {t('console.experiments.beside.show')}
          </Button>
        </>
      )}
    </Panel>
  )
}

function Beside({ view }: { view: ExperimentView }) {
  const t = useText()
  const { catalog } = useRenderContext()
  const { facts, language } = useScope()
  const experiment = documentOf(view)
  // The page where people are counted, as somebody who may be there.
  const route = routeShowing(
    catalog,
    experiment.exposure.map(({ screen }) => screen),
  )
  const [persona, setPersona] = useState<PersonaInput>(() => ({
    ...firstPersona(facts.country, language),
    ...viewerOf(catalog, route),
  }))
  const [path, setPath] = useState(route?.path ?? '/')
  const [asked, setAsked] = useState(path)
  return (
    <>
      <PersonaPicker persona={persona} onChange={setPersona} />
      <TextField
        label={t('console.preview.path')}
        value={asked}
        onChange={setAsked}
        onEnter={() => asked.startsWith('/') && setPath(asked)}
      />
      <Frames key={`${JSON.stringify(persona)} ${view.sha}`} {...{ view, persona, path }} />
    </>
  )
}

/** One preview after the other: each is a release, and a tenant's take turns anyway. */
function Frames({
  view,
  persona,
  path,
}: {
  view: ExperimentView
  persona: PersonaInput
  path: string
}) {
  const t = useText()
  const experiment = documentOf(view)
  const [made, setMade] = useState(0)
  return (
    <div className={css['pair']} role="group" aria-label={t('console.experiments.beside.title')}>
      {experiment.arms.map(({ id }, at) => (
        <OneOf
          key={id}
          name={armName(experiment, id, t)}
          persona={{ ...persona, arms: { [view.id]: id } }}
          path={path}
          isNext={at <= made}
          onMade={() => setMade((before) => Math.max(before, at + 1))}
        />
      ))}
    </div>
  )
}

function OneOf({
  name,
  persona,
  path,
  isNext,
  onMade,
}: {
  name: string
  persona: PersonaInput
  path: string
  /** Those before it are made. */ isNext: boolean
  onMade: () => void
}) {
  const t = useText()
  const call = useConsole()
  const [url, setUrl] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const make = useEffectEvent(async (still: () => boolean) => {
    setRefusal(null)
    try {
      const response = await call({
        path: 'admin/previews',
        method: 'POST',
        body: { persona, path },
      })
      if (!still()) return
      if (isDone(response)) setUrl((response.value as PreviewLink).url)
      else setRefusal(refusedOf(response))
    } catch {
      if (still()) setRefusal({ message: t('console.failed'), problems: [] })
    }
    if (still()) onMade()
  })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isNext) return
    let left = false
    void make(() => !left)
    return () => {
      left = true
    }
  }, [isNext, tries])
  return (
    <figure className={css['one']}>
      <figcaption>
        <b>{name}</b>
      </figcaption>
      {refusal !== null && (
        <>
          <Refused refusal={refusal} />
          <Button look="line" small onClick={() => setTries(tries + 1)}>
            {t('common.tryAgain')}
          </Button>
        </>
      )}
      {url === null && refusal === null && (
        <Skeletons looks={['line', 'half', 'tall']} label={t('common.loading')} />
      )}
      {url !== null && (
        // It is this same app, with the same rights, so there is nothing to sandbox.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={`${url} ${path}`}
          className={css['frame']}
          src={linkTo(url, path)}
          title={t('console.experiments.beside.frame', { arm: name })}
        />
      )}
    </figure>
  )
}
