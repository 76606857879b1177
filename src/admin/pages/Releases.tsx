/**
 * All releases: their changes, author and date; roll back in one click, or reopen one as drafts.
 */

import Type from 'typebox'
import { useState } from 'react'
import type { ReleaseSummary } from '#engine/contract/admincontract.ts'
import { Link, useLocation } from 'react-router-dom'
import { own } from '#engine/documents/json.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText, type Translate } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import {
  isDone,
  OF_RELEASES,
  refusalOf,
  useConsole,
  useRefresh,
  useReleases,
  useRights,
  useTitles,
} from '#admin/parts/client.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { PublishLink } from '#admin/editor/PublishLink.tsx'
import { SecondPerson } from '#admin/publish/SecondPerson.tsx'
import { UpgradeCard } from './UpgradeCard.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from './Releases.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

type Said = {
  readonly look: 'ok' | 'bad'
  readonly words: string
  /** The release to go back to, if this can be undone. */ readonly undo?: ReleaseSummary
}

export const Releases = defineWidget<typeof Props>(
  'console-releases',
  function Releases({ level }) {
    const t = useText()
    const call = useConsole()
    const refresh = useRefresh()
    const rights = useRights()
    const [page, setPage] = useState(1)
    const read = useReleases(page)
    const [busy, setBusy] = useState<string | null>(null)
    const [said, setSaid] = useState<Said | null>(null)
    const [isNew, setNew] = useState(wasPublished(useLocation().state))

    const act = async (
      release: ReleaseSummary,
      what: 'rollback' | 'restore',
      done: (value: unknown) => Said,
    ) => {
      setBusy(release.id)
      setSaid(null)
      setNew(false)
      try {
        const response = await call({
          path: `admin/releases/${release.id}/${what}`,
          method: 'POST',
          ...(what === 'rollback' && { body: { message: '' } }),
        })
        setSaid(
          isDone(response)
            ? done(response.value)
            : { look: 'bad', words: refusalOf(response).message },
        )
        refresh(...OF_RELEASES)
      } catch {
        setSaid({ look: 'bad', words: t('console.failed') })
      } finally {
        setBusy(null)
      }
    }
    const live = read.value?.items.find((each) => each.live)
    const former = read.value?.items.find((each) => !each.live)
    const rollback = (release: ReleaseSummary) =>
      void act(release, 'rollback', (value) => ({
        look: 'ok',
        words: t('console.releases.wentBack', {
          to: nameOf(release.number, t),
          as: (value as { number: number }).number,
        }),
        ...(live !== undefined && { undo: live }),
      }))
    const restore = (release: ReleaseSummary) =>
      void act(release, 'restore', (value) => ({
        look: 'ok',
        words: t('console.releases.restored', {
          count: (value as { documents: number }).documents,
          number: release.number,
        }),
      }))

    return (
      <>
        <PageHead
          level={level}
          title={t('console.releases.title')}
          text={t('console.releases.text')}
        >
          <a className="small" href="/" target="_blank" rel="noreferrer">
            {t('console.releases.look')}
          </a>
          <PublishLink />
        </PageHead>
        <div className="stack">
          <div role="status">
            {isNew && (
              <Published
                busy={busy !== null}
                onBack={rights.publish && former !== undefined ? () => rollback(former) : undefined}
              />
            )}
            {said !== null && (
              <Note look={said.look}>
                {said.words}{' '}
                {said.undo !== undefined && (
                  <Button look="text" small onClick={() => rollback(said.undo!)}>
                    {t('console.releases.undo', { to: nameOf(said.undo.number, t) })}
                  </Button>
                )}
              </Note>
            )}
          </div>
          <UpgradeCard level={level} />
          <Pending read={read}>
            {({ items, total, pageSize }) => (
              <>
                <ol className={css['list']}>
                  {items.map((release) => (
                    <ReleaseRow
                      key={release.id}
                      release={release}
                      busy={busy === release.id}
                      onRollback={rights.publish && !release.live ? rollback : undefined}
                      onRestore={rights.edit && !release.live ? restore : undefined}
                    />
                  ))}
                </ol>
                <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
                <SecondPerson level={level} />
              </>
            )}
          </Pending>
        </div>
      </>
    )
  },
)

/** What the page before this one did. */
function wasPublished(state: unknown): boolean {
  return own(state, 'published') === true
}

/** What happens now, with the ways to see it and to take it back. */
function Published({ busy, onBack }: { busy: boolean; onBack: (() => void) | undefined }) {
  const t = useText()
  const href = useHref()
  return (
    <Note look="ok">
      {t('console.releases.published')}{' '}
      <Link to={href('consolePreview')}>{t('console.releases.asLearner')}</Link>{' '}
      {onBack && (
        <Button look="text" small busy={busy} onClick={onBack}>
          {t('console.releases.takeBack')}
        </Button>
      )}
    </Note>
  )
}

/** The state before a tenant's first release has no meaningful number. */
function nameOf(number: number, t: Translate): string {
  return number === 0 ? t('console.releases.first') : t('console.releases.number', { number })
}

type RowProps = {
  release: ReleaseSummary
  busy: boolean
  onRollback: ((release: ReleaseSummary) => void) | undefined
  onRestore: ((release: ReleaseSummary) => void) | undefined
}

function ReleaseRow({ release, busy, onRollback, onRestore }: RowProps) {
  const t = useText()
  const { language } = useScope()
  const titles = useTitles()
  const [open, setOpen] = useState(false)
  const { id, number, kind, message, by, approvedBy, at, from, live, changes } = release
  const title =
    number === 0
      ? nameOf(number, t)
      : kind === 'rollback'
        ? t('console.releases.rollback', { to: nameOf(from ?? 0, t) })
        : kind === 'upgrade'
          ? t('console.releases.upgrade')
          : message
  return (
    <li
      className={`${css['row']} ${live ? css['live'] : ''}`}
      aria-label={t('console.releases.number', { number })}
    >
      <span className={css['number']}>
        <strong className="num">{number}</strong>
        {live && (
          <Chip look="ok">
            <Icon name="tick" size="s" />
            {t('console.releases.live')}
          </Chip>
        )}
      </span>
      <span className={css['words']}>
        <strong>{title}</strong>
        {kind !== 'publish' && message !== '' && <span className="small"> {message}</span>}
        <span className="small mute">
          {t('console.releases.documents', { count: changes.length })}
          {by !== '' && ` · ${whoOf(by, t)}`}
          {approvedBy !== undefined &&
            ` · ${t('console.approval.approvedBy', { who: whoOf(approvedBy, t) })}`}
          {at !== '' && ` · ${whenOf(at, language)}`}
        </span>
      </span>
      <span className={css['doing']}>
        {changes.length > 0 && (
          <button
            type="button"
            className={css['fold']}
            aria-expanded={open}
            aria-controls={`release-${id}`}
            onClick={() => setOpen(!open)}
          >
            {t('console.releases.compare')}
          </button>
        )}
        {onRestore && (
          <Button look="text" small busy={busy} onClick={() => onRestore(release)}>
            {t('console.releases.restore')}
          </Button>
        )}
        {onRollback && (
          <Button look="line" small busy={busy} onClick={() => onRollback(release)}>
            {t('console.releases.goBack')}
          </Button>
        )}
      </span>
      {open && (
        <div className={css['changes']} id={`release-${id}`}>
          <DifferenceView changes={changes} titles={titles} />
        </div>
      )}
    </li>
  )
}
