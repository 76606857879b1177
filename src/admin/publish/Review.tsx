/** What a colleague asks to publish: the differences, then yes, or back with a comment. */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import type { Approval } from '#engine/contract/approvals.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { DifferenceView, useSections } from '#admin/diff/DifferenceView.tsx'
import { countOf } from '#admin/diff/together.ts'
import { isError } from '#admin/editor/problems.ts'
import { isForMe } from '#admin/parts/approvals.ts'
import { useChanges, useCheck, useDocuments, useRights, useTitleOf } from '#admin/parts/client.ts'
import { LongField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { fullWhen, whenOf, zoneAt } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import { PeopleTouched, ProblemsFound } from './Consequences.tsx'
import { usePublishing } from './usePublishing.ts'

const MAX_COMMENT = 400
const NONE: readonly DocumentChange[] = []

export function Review({ level, request }: { level: Level; request: Approval }) {
  const t = useText()
  const documents = useDocuments()
  const { language } = useScope()
  const { message, by, mine, at } = request
  return (
    <>
      <PageHead
        level={level}
        title={message}
        text={[
          t(mine ? 'console.approval.byYou' : 'console.approval.byThem', { who: whoOf(by, t) }),
          whenOf(at, language),
        ].join(' · ')}
      />
      <Pending read={documents}>
        {({ items }) => (
          <Asked
            level={level}
            request={request}
            others={items
              .filter(({ draft }) => draft)
              .map(({ kind, id }) => `${kind}/${id}`)
              .filter((name) => !request.documents.includes(name))}
          />
        )}
      </Pending>
    </>
  )
}

/** @param others drafts that nobody asks for here */
function Asked({
  level,
  request,
  others,
}: {
  level: Level
  request: Approval
  others: readonly string[]
}) {
  const t = useText()
  const titleOf = useTitleOf()
  const check = useCheck(others)
  const going = useChanges(others)
  const publishing = usePublishing()
  const { refused } = publishing
  const problems = refused?.problems.length ? refused.problems : (check.value?.problems ?? [])
  const isSound = check.value !== undefined && !check.busy && !problems.some(isError)
  const count = countOf(useSections(going.value?.changes ?? NONE))
  return (
    <div className="stack-l">
      {request.changed.length > 0 && (
        <Note look="bad">
          {t('console.approval.changed', { which: request.changed.map(titleOf).join(', ') })}
        </Note>
      )}
      {request.publishAt !== null && <AskedFor at={new Date(request.publishAt)} />}
      <section className="stack-s" aria-labelledby="publish-changes">
        <Heading level={below(level)} id="publish-changes">
          {going.value !== undefined && t('console.publish.changes', { count })}
        </Heading>
        <Card>
          <Pending read={going}>{({ changes }) => <DifferenceView changes={changes} />}</Pending>
        </Card>
      </section>
      <PeopleTouched level={level} going={going} />
      <ProblemsFound
        level={level}
        check={check}
        problems={problems}
        sound={t('console.approval.sound')}
      />
      <Deciding request={request} publishing={publishing} isSound={isSound} />
    </div>
  )
}

/** When it's published, if it's approved. */
function AskedFor({ at }: { at: Date }) {
  const t = useText()
  const { language } = useScope()
  const words = { when: fullWhen(at, language), zone: zoneAt(at, language) }
  return (
    <Note>
      {t(isToCome(at) ? 'console.schedule.askedFor' : 'console.schedule.askedPast', words)}
    </Note>
  )
}

function isToCome(at: Date): boolean {
  return at > new Date()
}

function Deciding({
  request,
  publishing: { busy, refused, send },
  isSound,
}: {
  request: Approval
  publishing: ReturnType<typeof usePublishing>
  isSound: boolean
}) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const rights = useRights()
  const [isBack, setBack] = useState(false)
  const { id, mine, publishAt } = request
  const isTurn = isForMe(request, rights)
  const isLater = publishAt !== null && isToCome(new Date(publishAt))
  const approve = () =>
    send({ path: `admin/approvals/${id}/approve`, method: 'POST' }, () => {
      void go(href(isLater ? 'consolePublish' : 'consoleReleases'))
    })
  return (
    <div className="stack narrow">
      {!isTurn && <Waiting request={request} />}
      {refused !== null && (
        <Note look="bad" alert>
          {refused.message}
        </Note>
      )}
      <div className="row wraps">
        {isTurn && (
          <Button look="step" busy={busy} disabled={!isSound} onClick={() => void approve()}>
            {t(
              isLater
                ? 'console.schedule.approve'
                : mine
                  ? 'console.approval.publishAlone'
                  : 'console.approval.approve',
            )}
          </Button>
        )}
        {mine ? (
          <Button
            look="line"
            busy={busy}
            onClick={() =>
              void send({ path: `admin/approvals/${id}`, method: 'DELETE' }, () => {
                void go(href('consolePublish'))
              })
            }
          >
            {t('console.approval.withdraw')}
          </Button>
        ) : (
          rights.publish && (
            <Button look="line" aria-expanded={isBack} onClick={() => setBack(!isBack)}>
              {t('console.approval.back')}
            </Button>
          )
        )}
        <ButtonLink look="text" to={href('consolePublish')}>
          {t('console.approval.all')}
        </ButtonLink>
      </div>
      {isBack && <SendBack id={id} busy={busy} send={send} />}
    </div>
  )
}

/** Why it isn't the user's turn. */
function Waiting({ request: { mine, ownFrom, changed } }: { request: Approval }) {
  const t = useText()
  const { language } = useScope()
  const rights = useRights()
  if (changed.length > 0) return null
  if (!mine) return rights.publish ? null : <Note>{t('console.approval.notYours')}</Note>
  return (
    <Note look="wait">
      {ownFrom === null
        ? t('console.approval.own')
        : t('console.approval.ownFrom', { when: whenOf(ownFrom, language) })}
    </Note>
  )
}

function SendBack({
  id,
  busy,
  send,
}: {
  id: string
  busy: boolean
  send: ReturnType<typeof usePublishing>['send']
}) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const [comment, setComment] = useState('')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send(
          {
            path: `admin/approvals/${id}/return`,
            method: 'POST',
            body: { comment: comment.trim() },
          },
          () => void go(href('consolePublish')),
        )
      }}
    >
      <LongField
        focused
        label={t('console.approval.comment')}
        hint={t('console.approval.commentHint')}
        value={comment}
        maxLength={MAX_COMMENT}
        onChange={setComment}
      />
      <Button type="submit" look="main" busy={busy} disabled={comment.trim() === ''}>
        {t('console.approval.sendBack')}
      </Button>
    </form>
  )
}
