/**
 * Publishing: every change in words, the problems that block it, and its effects on users. Where a
 * second person has to approve, it asks for that instead, and shows what colleagues ask for.
 */

import Type from 'typebox'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Approvals, ScheduledRelease } from '#engine/contract/approvals.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isForMe, waitingIn } from '#admin/parts/approvals.ts'
import { useApprovals, useRights, useScheduled } from '#admin/parts/client.ts'
import { isError } from '#admin/editor/problems.ts'
import { LongField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { JustWritten } from '#admin/recipes/JustWritten.tsx'
import { PeopleTouched, ProblemsFound } from './Consequences.tsx'
import { Requests } from './Requests.tsx'
import { WhatGoes } from './PublishParts.tsx'
import { Review } from './Review.tsx'
import { Scheduled } from './Scheduled.tsx'
import { useParting, type Parting } from './useParting.ts'
import { usePublishing } from './usePublishing.ts'
import { atOnce, faultOf, momentOf, WhenField, type When } from './When.tsx'

export const Props = Type.Object({}, { additionalProperties: false })

const MAX_MESSAGE = 400

export const Publish = defineWidget<typeof Props>('console-publish', function Publish({ level }) {
  const approvals = useApprovals()
  const scheduled = useScheduled()
  const id = useScope().route?.query['request'] ?? null
  return (
    <Pending read={approvals}>
      {(all) => {
        const request = all.items.find((each) => each.id === id)
        return request === undefined ? (
          <Pending read={scheduled}>
            {({ items }) => (
              <Whole
                level={level}
                approvals={all}
                scheduled={items}
                isGone={id !== null && !approvals.busy}
              />
            )}
          </Pending>
        ) : (
          <Review key={request.id} level={level} request={request} />
        )
      }}
    </Pending>
  )
})

/** @param isGone the request of the address is no longer there */
function Whole({
  level,
  approvals,
  scheduled,
  isGone,
}: {
  level: Level
  approvals: Approvals
  scheduled: readonly ScheduledRelease[]
  isGone: boolean
}) {
  const t = useText()
  const href = useHref()
  const rights = useRights()
  const waiting = waitingIn(approvals, scheduled)
  const parting = useParting(waiting)
  const { changes, going, check } = parting
  const publishing = usePublishing()
  const { refused } = publishing
  const problems = refused?.problems.length ? refused.problems : (check.value?.problems ?? [])
  const isSound = check.value !== undefined && !check.busy && !problems.some(isError)
  const maySend = approvals.needed ? rights.edit : rights.publish

  return (
    <>
      <PageHead
        level={level}
        title={t(approvals.needed ? 'console.approval.title' : 'console.publish.title')}
        text={t(approvals.needed ? 'console.approval.text' : 'console.publish.text')}
      />
      <div className="stack-l">
        {isGone && <Note>{t('console.approval.gone')}</Note>}
        <Requests level={level} approvals={approvals} />
        <Scheduled level={level} items={scheduled} />
        <Pending read={changes}>
          {() =>
            parting.groups.length === 0 ? (
              <div className="stack">
                <p>
                  {t(
                    approvals.items.length + scheduled.length > 0
                      ? 'console.approval.none'
                      : 'console.publish.none',
                  )}
                </p>
                <ButtonLink look="line" to={href('consoleDocuments')}>
                  {t('console.menu.documents')}
                </ButtonLink>
              </div>
            ) : (
              <>
                <JustWritten />
                <WhatGoes level={level} parting={parting} canChoose={maySend} />
                <PeopleTouched level={level} going={going} />
                <ProblemsFound
                  level={level}
                  check={check}
                  problems={problems}
                  sound={t(approvals.needed ? 'console.approval.sound' : 'console.publish.sound')}
                />
                {maySend ? (
                  <Send
                    approvals={approvals}
                    isPart={parting.isPart || waiting.length > 0}
                    parting={parting}
                    publishing={publishing}
                    isSound={isSound}
                    isChecked={!check.busy}
                  />
                ) : (
                  <Note>{t('console.publish.notYours')}</Note>
                )}
              </>
            )
          }
        </Pending>
      </div>
    </>
  )
}

/**
 * What changes in a sentence, when, and the button.
 *
 * @param isPart some drafts stay, or wait already: all of them are sent without names
 */
function Send({
  approvals,
  isPart,
  parting: { chosen, count, isPart: isFewer },
  publishing: { busy, refused, send },
  isSound,
  isChecked,
}: {
  approvals: Approvals
  isPart: boolean
  parting: Parting
  publishing: ReturnType<typeof usePublishing>
  isSound: boolean
  isChecked: boolean
}) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const rights = useRights()
  const [message, setMessage] = useState('')
  const { needed, alone, items } = approvals
  const [when, setWhen] = useState<When>(() => atOnce(new Date()))
  const { isLater } = when
  const at = momentOf(when)
  const isReady = !isLater || (at !== null && faultOf(at, new Date()) === null)
  const publish = () =>
    send(
      {
        path: needed ? 'admin/approvals' : isLater ? 'admin/scheduled' : 'admin/releases',
        method: 'POST',
        body: {
          message: message.trim(),
          ...(isPart && { only: chosen }),
          ...(isLater && at !== null && { at: at.toISOString() }),
        },
      },
      () => {
        setMessage('')
        setWhen(atOnce(new Date()))
        if (!needed && !isLater) void go(href('consoleReleases'), { state: { published: true } })
        else window.scrollTo({ top: 0 })
      },
    )
  const words = needed ? 'approval' : isLater ? 'schedule' : 'publish'
  // What the button waits for, the first of it.
  const missing =
    chosen.length === 0
      ? 'console.publish.missing.ticks'
      : !isChecked
        ? 'console.publish.checking'
        : !isSound
          ? 'console.publish.missing.sound'
          : message.trim() === ''
            ? 'console.publish.missing.message'
            : isReady
              ? null
              : 'console.publish.missing.time'
  const note = useId()
  const hasNext = items.some((each) => isForMe(each, rights))
  return (
    <form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
    >
      <LongField
        focused={!hasNext}
        label={t('console.publish.message')}
        hint={t(`console.${needed ? 'approval' : 'publish'}.messageHint`)}
        value={message}
        maxLength={MAX_MESSAGE}
        onChange={setMessage}
      />
      <WhenField
        value={when}
        atOnceWords={t(needed ? 'console.schedule.approved' : 'console.schedule.now')}
        onChange={setWhen}
      />
      {needed && alone && <Note>{t('console.approval.alone')}</Note>}
      {refused !== null && (
        <Note look="bad" alert>
          {refused.message}
        </Note>
      )}
      <Button
        type="submit"
        look={hasNext ? 'main' : 'step'}
        busy={busy}
        disabled={missing !== null}
        aria-describedby={note}
      >
        {isFewer ? t(`console.${words}.link`, { count }) : t(`console.${words}.button`)}
      </Button>
      <p className="small mute" id={note}>
        {t(missing ?? `console.${words}.after`)}
      </p>
    </form>
  )
}
