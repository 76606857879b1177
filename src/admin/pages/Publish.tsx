/** Publishing: every change in words, the problems that block it, and its effects on users. */

import Type from 'typebox'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Consequences } from '#engine/contract/admincontract.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  isDone,
  OF_RELEASES,
  refusalOf,
  useConsole,
  useRefresh,
  useRights,
} from '#admin/parts/client.ts'
import { ProblemList } from '#admin/diff/ProblemList.tsx'
import { isError } from '#admin/editor/problems.ts'
import { LongField } from '#admin/parts/Field.tsx'
import { splitName } from '#admin/parts/kinds.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { JustWritten } from '#admin/recipes/JustWritten.tsx'
import { useParting, WhatGoes } from './PublishParts.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

const MAX_MESSAGE = 400

export const Publish = defineWidget<typeof Props>('console-publish', function Publish({ level }) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const call = useConsole()
  const refresh = useRefresh()
  const rights = useRights()
  const parting = useParting()
  const { changes, going, check, out, chosen } = parting
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{
    readonly message: string
    readonly problems: readonly Problem[]
  } | null>(null)
  const problems = refused?.problems.length ? refused.problems : (check.value?.problems ?? [])
  const isSound = check.value !== undefined && !check.busy && !problems.some(isError)
  const isEmpty = changes.value?.changes.length === 0

  const publish = async () => {
    setBusy(true)
    setRefused(null)
    try {
      const response = await call({
        path: 'admin/releases',
        method: 'POST',
        body: { message: message.trim(), ...(out.length > 0 && { only: chosen }) },
      })
      refresh(...OF_RELEASES)
      if (isDone(response)) return void go(href('consoleReleases'))
      setRefused({
        message: refusalOf(response).message,
        problems: (response.value as { problems?: readonly Problem[] } | null)?.problems ?? [],
      })
    } catch {
      setRefused({ message: t('console.failed'), problems: [] })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHead level={level} title={t('console.publish.title')} text={t('console.publish.text')} />
      <Pending read={changes}>
        {(what) =>
          isEmpty ? (
            <div className="stack">
              <p>{t('console.publish.none')}</p>
              <ButtonLink look="line" to={href('consoleDocuments')}>
                {t('console.menu.documents')}
              </ButtonLink>
            </div>
          ) : (
            <div className="stack-l">
              <JustWritten />
              <WhatGoes
                level={level}
                all={what.changes}
                parting={parting}
                canChoose={rights.publish}
              />
              <section className="stack-s" aria-labelledby="publish-people">
                <Heading level={below(level)} id="publish-people">
                  {t('console.publish.people')}
                </Heading>
                <Pending read={going}>{(then) => <People consequences={then} />}</Pending>
              </section>
              <section className="stack-s" aria-labelledby="publish-problems">
                <Heading level={below(level)} id="publish-problems">
                  {t('console.publish.problems')}
                </Heading>
                <Pending read={check}>
                  {() =>
                    problems.length === 0 ? (
                      <Note look={check.busy ? 'info' : 'ok'}>
                        {t(check.busy ? 'console.publish.checking' : 'console.publish.sound')}
                      </Note>
                    ) : (
                      <ProblemList
                        problems={problems}
                        onJump={({ document, pointer }) => {
                          const [kind, id] = splitName(document)
                          void go(
                            href(
                              'consoleDocument',
                              { kind, id },
                              pointer === '' ? {} : { at: pointer },
                            ),
                          )
                        }}
                      />
                    )
                  }
                </Pending>
              </section>
              {rights.publish ? (
                <form
                  className="stack narrow"
                  onSubmit={(event) => {
                    event.preventDefault()
                    void publish()
                  }}
                >
                  <LongField
                    focused
                    label={t('console.publish.message')}
                    hint={t('console.publish.messageHint')}
                    value={message}
                    maxLength={MAX_MESSAGE}
                    onChange={setMessage}
                  />
                  {refused !== null && (
                    <Note look="bad" alert>
                      {refused.message}
                    </Note>
                  )}
                  <Button
                    type="submit"
                    look="step"
                    busy={busy}
                    disabled={!isSound || message.trim() === '' || chosen.length === 0}
                  >
                    {out.length === 0
                      ? t('console.publish.button')
                      : t('console.publish.link', { count: chosen.length })}
                  </Button>
                  <p className="small mute">
                    {t(isSound ? 'console.publish.after' : 'console.publish.first')}
                  </p>
                </form>
              ) : (
                <Note>{t('console.publish.notYours')}</Note>
              )}
            </div>
          )
        }
      </Pending>
    </>
  )
})

/** Users halfway through what changes, and users who end up elsewhere. */
function People({ consequences: { attempts, landings, steps } }: { consequences: Consequences }) {
  const t = useText()
  if (attempts.length + landings.length + steps.length === 0)
    return <p className="mute">{t('console.publish.nobody')}</p>
  return (
    <Card>
      <ul className="stack-s">
        {attempts.map(({ assessment, people }) => (
          <li key={assessment}>
            {t('console.publish.attempt', {
              assessment: t(`assessment.${assessment}.title`),
              count: people,
            })}
          </li>
        ))}
        {steps.map(({ step, people, after }) => (
          <li key={step}>{t('console.publish.step', { step, before: people, after })}</li>
        ))}
        {landings.map(({ stage, plan, path, from, to, people }) => (
          <li key={`${stage} ${plan} ${path}`}>
            {t('console.publish.landing', {
              stage: t(`console.persona.stages.${stage}`),
              plan: t(`plan.${plan}`),
              path,
              from,
              to,
              count: people,
            })}
          </li>
        ))}
      </ul>
    </Card>
  )
}
