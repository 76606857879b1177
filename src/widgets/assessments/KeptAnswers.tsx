/**
 * Answers that were given on this device without an account: an account can take them, and anyone
 * who shares the device can erase them.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import Type, { type Static } from 'typebox'
import type { QuizPeek } from '#engine/scoring/quiz.ts'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Heading, inCard, type Level } from '#widgets/parts/Heading.tsx'
import { KeptResult } from './KeptResult.tsx'
import css from './KeptAnswers.module.css'

const strict = { additionalProperties: false } as const
const Text = Type.String({ 'x-ref': 'text' })
const Route = Type.String({ 'x-ref': 'route' })
const Erase = Type.Object(
  {
    text: Text,
    ask: Type.String({ 'x-ref': 'text', description: 'The question before it; {{count}}.' }),
    yes: Text,
    no: Text,
    done: Text,
    routeName: Type.Optional(Type.String({ 'x-ref': 'route', description: 'Where to go then.' })),
  },
  strict,
)
export const Props = Type.Object(
  {
    assessment: Type.String({ 'x-ref': 'assessment' }),
    title: Type.Optional(Text),
    text: Type.Optional(Type.String({ 'x-ref': 'text', description: 'With {{count}} answers.' })),
    keep: Type.Optional(
      Type.Object(
        {
          text: Text,
          routeName: Route,
          anchor: Type.Optional(Type.String({ pattern: '^[a-z][a-z-]*$' })),
        },
        { ...strict, description: 'Leads to where an account is made, which takes the answers.' },
      ),
    ),
    take: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Button: the account that is signed in takes them.',
      }),
    ),
    erase: Type.Optional(Erase),
    unfinished: Type.Optional(
      Type.Object(
        { title: Text, text: Text, button: Text, routeName: Route },
        {
          ...strict,
          description:
            'Shows the result instead: its nodes have it as data called report. This is said while not everything is answered.',
        },
      ),
    ),
  },
  strict,
)

export const KeptAnswers = defineWidget<typeof Props>(
  'kept-answers',
  function KeptAnswers({ unfinished, ...props }) {
    if (unfinished === undefined) return <Offer {...props} />
    const { assessment, level, children } = props
    return <KeptResult {...{ assessment, unfinished, level, children }} />
  },
)

/** Nothing without such answers. */
function Offer({
  assessment,
  title,
  text,
  keep,
  take,
  erase,
  id,
  level,
}: Omit<Static<typeof Props>, 'unfinished'> & { id: string; level: Level }) {
  const t = useText()
  const href = useHref()
  const kept = useAction<readonly [what: string, assessment: string], QuizPeek>('attempt.peek')
  const go = useAction<{ to: string }, void>('go')
  const [found, setFound] = useState<QuizPeek>(null)
  const [busy, setBusy] = useState(false)
  const ask = useEffectEvent(() => kept(['look', assessment]))
  useEffect(() => {
    let here = true
    ask().then(
      (peek) => here && setFound(peek),
      () => {},
    )
    return () => void (here = false)
  }, [assessment])
  if (found === null) return null
  const count = found.answered
  const leave = async (way: NonNullable<typeof keep>) => {
    setBusy(true)
    await kept(['want', assessment]).catch(() => undefined)
    await go({ to: href(way.routeName) })
    if (way.anchor !== undefined) await focusOn(way.anchor)
  }
  const use = async () => {
    setBusy(true)
    await kept(['take', assessment]).catch(() => undefined)
    setFound(null)
  }
  const erasing = erase && (
    <Erasing erase={erase} assessment={assessment} count={count} onErased={() => setFound(null)} />
  )
  if (title === undefined) return <div className={css['alone']}>{erasing}</div>
  return (
    <Card look={keep === undefined ? 'paper' : 'cloth'} turn labelledBy={`${id}-title`}>
      <div className="stack">
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(title)}
        </Heading>
        {text !== undefined && <p className="mute">{t(text, { count })}</p>}
        <div className={css['ways']}>
          {keep !== undefined && (
            <Button look="step" busy={busy} onClick={() => void leave(keep)}>
              {t(keep.text)}
            </Button>
          )}
          {take !== undefined && (
            <Button look="step" busy={busy} onClick={() => void use()}>
              {t(take)}
            </Button>
          )}
          {erasing}
        </div>
      </div>
    </Card>
  )
}

/** The page that was gone to may take a while. */
async function focusOn(anchor: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const form = document.getElementById(anchor)
    if (form === null) continue
    form.scrollIntoView()
    return form.focus({ preventScroll: true })
  }
}

function Erasing({
  erase,
  assessment,
  count,
  onErased,
}: {
  erase: Static<typeof Erase>
  assessment: string
  count: number
  onErased: () => void
}) {
  const t = useText()
  const href = useHref()
  const [open, setOpen] = useState(false)
  const kept = useAction<readonly [what: string, assessment: string], void>('attempt.peek')
  const go = useAction<{ to: string; said: string }, void>('go')
  const run = async () => {
    await kept(['erase', assessment])
    setOpen(false)
    onErased()
    await go({
      to: erase.routeName === undefined ? '.' : href(erase.routeName),
      said: t(erase.done),
    })
  }
  return (
    <>
      <Button look="text" small onClick={() => setOpen(true)}>
        {t(erase.text)}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t(erase.text)}>
        <div className="stack">
          <p>{t(erase.ask, { count })}</p>
          <div className={css['ways']}>
            <Button onClick={() => setOpen(false)}>{t(erase.no)}</Button>
            <Button look="danger" onClick={() => void run()}>
              {t(erase.yes)}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
