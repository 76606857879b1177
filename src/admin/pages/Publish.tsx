/** Publishing: every change in words, the problems that block it, and its effects on users. */

import Type from 'typebox'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CheckResult, Consequences } from '#engine/contract/admincontract.ts'
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
  useChanges,
  useCheck,
  useConsole,
  useRefresh,
  useRights,
  useTitles,
} from '#admin/parts/client.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { ProblemList } from '#admin/diff/ProblemList.tsx'
import { isError } from '#admin/editor/problems.ts'
import { CheckField, LongField } from '#admin/parts/Field.tsx'
import { splitName } from '#admin/parts/kinds.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu', 'access'] })

const MAX_MESSAGE = 400

export const Publish = defineWidget<typeof Props>('console-publish', function Publish({ level }) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const call = useConsole()
  const refresh = useRefresh()
  const rights = useRights()
  const [left, setLeft] = useState<readonly string[]>([])
  const check = useCheck(left)
  const stays = check.value?.stays ?? []
  const out = [...left, ...stays.map(({ document }) => document)]
  // The list is of all drafts; what it means for people is of those that go.
  const changes = useChanges()
  const going = useChanges(out)
  const titles = useTitles()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{
    readonly message: string
    readonly problems: readonly Problem[]
  } | null>(null)
  const problems = refused?.problems.length ? refused.problems : (check.value?.problems ?? [])
  const isSound = check.value !== undefined && !check.busy && !problems.some(isError)
  const isEmpty = changes.value?.changes.length === 0
  const chosen = (changes.value?.changes ?? [])
    .map(({ document }) => document)
    .filter((document) => !out.includes(document))
  const tick = (document: string, isTicked: boolean) => {
    setRefused(null)
    setLeft(isTicked ? left.filter((name) => name !== document) : [...left, document])
  }

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
              <section className="stack-s" aria-labelledby="publish-changes">
                <Heading level={below(level)} id="publish-changes">
                  {out.length === 0
                    ? t('console.publish.changes', { count: what.changes.length })
                    : t('console.publish.some', {
                        count: chosen.length,
                        all: what.changes.length,
                      })}
                </Heading>
                <Card>
                  <DifferenceView
                    changes={what.changes}
                    titles={titles}
                    {...(rights.publish &&
                      what.changes.length > 1 && {
                        renderChoice: (document: string, title: string): ReactNode => (
                          <Choice
                            title={title}
                            isLeft={left.includes(document)}
                            needs={stays.find((each) => each.document === document)?.problem}
                            onChange={(isTicked) => tick(document, isTicked)}
                          />
                        ),
                      })}
                  />
                </Card>
              </section>
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

/** Whether a draft goes, and why one has to stay. */
function Choice({
  title,
  isLeft,
  needs,
  onChange,
}: {
  title: string
  isLeft: boolean
  needs: CheckResult['stays'][number]['problem'] | undefined
  onChange: (isTicked: boolean) => void
}) {
  const t = useText()
  const stays = needs !== undefined && !isLeft
  return (
    <>
      <CheckField
        label={t('console.publish.tick', { title })}
        checked={!isLeft && !stays}
        disabled={stays}
        onChange={onChange}
      />
      {stays && (
        <p className="small mute" role="status">
          {t('console.publish.needs', { problem: needs.message })}
        </p>
      )}
    </>
  )
}

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
