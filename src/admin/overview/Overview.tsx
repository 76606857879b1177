/**
 * The status at a glance: what learners see, what is unpublished, what is wrong, and the next step.
 */

import Type from 'typebox'
import { Link } from 'react-router-dom'
import type { AuditEntry } from '#engine/contract/admincontract.ts'
import { useHref, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { AllowedList, AllowedWarnings } from '#admin/parts/AllowedLine.tsx'
import {
  useApprovals,
  useAudit,
  useCheck,
  useDocuments,
  useReleases,
  useScheduled,
  useTitleOf,
} from '#admin/parts/client.ts'
import { NewThing } from '#admin/recipes/RecipeList.tsx'
import { AuditTarget, AuditWhat } from '#admin/pages/Audit.tsx'
import { DocumentRow } from '#admin/pages/Documents.tsx'
import { isError } from '#admin/editor/problems.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { PublishLink } from '#admin/editor/PublishLink.tsx'
import { Requests } from '#admin/publish/Requests.tsx'
import { Scheduled } from '#admin/publish/Scheduled.tsx'
import { NewLearners } from './NewLearners.tsx'
import { NextForYou } from './NextForYou.tsx'
import { ReleasePath } from './ReleasePath.tsx'
import { UpgradeCard } from '#admin/pages/UpgradeCard.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from './Overview.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const FIRST = 8
const LATELY = 5

export const Overview = defineWidget<typeof Props>(
  'console-overview',
  function Overview({ level }) {
    const t = useText()
    const href = useHref()
    const { config } = useScope()
    const documents = useDocuments()
    const releases = useReleases()
    const check = useCheck()
    const approvals = useApprovals()
    const titleOf = useTitleOf()
    const scheduled = useScheduled().value?.items ?? []
    const head = below(level)
    return (
      <>
        <PageHead
          level={level}
          title={t('console.overview.title', { app: config.appName })}
          text={t('console.overview.text')}
        >
          <NewThing />
          <PublishLink />
        </PageHead>
        <AllowedWarnings className={css['asked']} />
        <div className={css['asked']}>
          <Pending read={releases}>
            {({ items }) => (
              <ReleasePath
                level={head}
                releases={items}
                drafts={documents.value?.items.filter(({ draft }) => draft).length ?? 0}
                scheduled={scheduled}
              />
            )}
          </Pending>
        </div>
        <UpgradeCard level={level} />
        <div className={css['columns']}>
          <div>
            {approvals.value !== undefined && approvals.value.items.length > 0 && (
              <div className={css['asked']}>
                <Requests level={level} approvals={approvals.value} />
              </div>
            )}
            {scheduled.length > 0 && (
              <div className={css['asked']}>
                <Scheduled level={level} items={scheduled} />
              </div>
            )}
            <NextForYou level={head} />
            <section aria-labelledby="overview-drafts">
              <Heading level={head} id="overview-drafts" className={css['name']}>
                {t('console.overview.drafts')}
              </Heading>
              <Pending read={documents}>
                {({ items }) => {
                  const drafts = items.filter(({ draft }) => draft)
                  if (drafts.length === 0) {
                    return (
                      <div className="stack">
                        <p className="mute">{t('console.overview.noDrafts')}</p>
                        <ButtonLink look="main" to={href('consoleDocuments')}>
                          {t('console.overview.begin')}
                        </ButtonLink>
                      </div>
                    )
                  }
                  return (
                    <ul className={css['list']}>
                      {drafts.slice(0, FIRST).map((document) => (
                        <DocumentRow
                          key={`${document.kind}/${document.id}`}
                          document={document}
                          withKind
                        />
                      ))}
                    </ul>
                  )
                }}
              </Pending>
            </section>
            <Card labelledBy="overview-problems">
              <Heading level={head} id="overview-problems" className={css['label']}>
                {t('console.overview.problems')}
              </Heading>
              <Pending read={check}>
                {({ problems }) => {
                  const errors = problems.filter(isError)
                  const [first] = errors
                  return (
                    <div className="stack-s">
                      <p>
                        {errors.length === 0 ? (
                          <Chip look="ok">
                            <Icon name="tick" size="s" />
                            {t('console.overview.sound')}
                          </Chip>
                        ) : (
                          <Chip look="bad">
                            {t('console.editor.count', { count: errors.length })}
                          </Chip>
                        )}
                      </p>
                      {first !== undefined && (
                        <>
                          <p className="small">
                            {titleOf(first.document)}: {first.message}
                          </p>
                          <ButtonLink
                            look="text"
                            small
                            className={css['more']}
                            to={href('consolePublish')}
                          >
                            {t('console.overview.all')}
                          </ButtonLink>
                        </>
                      )}
                    </div>
                  )
                }}
              </Pending>
            </Card>
          </div>
          <div className="stack">
            {/* First, so that nothing that comes later moves it. */}
            <p className={css['tour']}>
              <strong>{t('console.overview.new')}</strong> {t('console.overview.tour')}{' '}
              <Link to={href('consoleGuide')}>{t('console.overview.toTour')}</Link>
            </p>
            <NewLearners level={head} />
            <Lately level={head} />
            <AllowedList level={head} className={css['name']} />
          </div>
        </div>
      </>
    )
  },
)

/** Saving goes by itself: the same draft saved again by the same person is no news. */
function withoutRepeats(entries: readonly AuditEntry[]): AuditEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ action, by, target }) => {
    // What is saved after a release is another change.
    if (action.startsWith('release.')) seen.clear()
    if (action !== 'draft.save') return true
    const deed = `${by} ${target}`
    const isNews = !seen.has(deed)
    seen.add(deed)
    return isNews
  })
}

/** What colleagues have done, the newest first. */
function Lately({ level }: { level: Level }) {
  const t = useText()
  const href = useHref()
  const { language } = useScope()
  const audit = useAudit(1)
  return (
    <section aria-labelledby="overview-lately">
      <Heading level={level} id="overview-lately" className={css['name']}>
        {t('console.overview.lately')}
      </Heading>
      <Pending read={audit}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mute">{t('console.audit.none')}</p>
          ) : (
            <>
              <ul className={css['list']}>
                {withoutRepeats(items)
                  .slice(0, LATELY)
                  .map((entry) => (
                    <li key={entry.id} className={css['deed']}>
                      <span>
                        <AuditWhat entry={entry} /> <AuditTarget entry={entry} />
                      </span>
                      <span className="small mute">
                        {whoOf(entry.by, t)} ·{' '}
                        <time dateTime={entry.at}>{whenOf(entry.at, language)}</time>
                      </span>
                    </li>
                  ))}
              </ul>
              <ButtonLink look="text" small className={css['more']} to={href('consoleAudit')}>
                {t('console.menu.audit')}
              </ButtonLink>
            </>
          )
        }
      </Pending>
    </section>
  )
}
