/** Who did what in the console, newest first. None of it can be changed. */

import { Table } from '@mantine/core'
import Type from 'typebox'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useHref, useRenderContext, useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { AuditEntry } from '#engine/contract/admincontract.ts'
import { useAudit, useTitleOf } from '#admin/parts/client.ts'
import { splitName } from '#admin/parts/kinds.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pages } from '#admin/parts/Pages.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { whenOf } from '#admin/parts/when.ts'
import { whoOf } from '#admin/parts/who.ts'
import css from '../parts/Table.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const Audit = defineWidget<typeof Props>('console-audit', function Audit({ level }) {
  const t = useText()
  const { language } = useScope()
  const [page, setPage] = useState(1)
  const read = useAudit(page)
  return (
    <>
      <PageHead level={level} title={t('console.audit.title')} text={t('console.audit.text')} />
      <Pending read={read}>
        {({ items, total, pageSize }) =>
          items.length === 0 ? (
            <p className="mute">{t('console.audit.none')}</p>
          ) : (
            <div className="stack">
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {(['when', 'who', 'what', 'which'] as const).map((each) => (
                      <Table.Th key={each} scope="col">
                        {t(`console.audit.${each}`)}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((entry) => (
                    <Table.Tr key={entry.id}>
                      <Table.Td className="num">
                        <time dateTime={entry.at}>{whenOf(entry.at, language)}</time>
                      </Table.Td>
                      <Table.Td>{whoOf(entry.by, t)}</Table.Td>
                      <Table.Td>
                        <AuditWhat entry={entry} />
                      </Table.Td>
                      <Table.Td>
                        <AuditTarget entry={entry} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Pages page={page} pageSize={pageSize} total={total} onPage={setPage} />
            </div>
          )
        }
      </Pending>
    </>
  )
})

/** What was done, what was changed into what, and the words of the user who did it. */
export function AuditWhat({ entry: { action, detail } }: { entry: AuditEntry }) {
  const t = useText()
  const { catalog } = useRenderContext()
  const { language } = useScope()
  const nameOf = (value: unknown): string => {
    if (action === 'role.grant') return t(`console.role.${textOf(value) || 'none'}`)
    const plan = catalog.plans.find(({ id }) => id === value)
    return plan === undefined ? textOf(value) : t(plan.label)
  }
  const words = [
    (action === 'role.grant' || action === 'plan.grant') &&
      t('console.audit.change', { from: nameOf(detail['from']), to: nameOf(detail['to']) }),
    textOf(detail['message']),
    // When it was to be published.
    action.includes('schedule') && whenOf(textOf(detail['at']), language),
    action === 'schedule.fail' &&
      t(`console.schedule.reason.${textOf(detail['why'])}`, { detail: textOf(detail['problem']) }),
    textOf(detail['reason']),
  ]
  return (
    <>
      {t(`console.audit.action.${action.replace('.', '-')}`)}
      {words
        .filter((each) => each !== false && each !== '')
        .map((each, index) => (
          <span key={index} className="small mute">
            {' '}
            {each}
          </span>
        ))}
    </>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What it was done to, with the way there. */
export function AuditTarget({ entry: { action, target, detail } }: { entry: AuditEntry }) {
  const t = useText()
  const href = useHref()
  const titleOf = useTitleOf()
  const number = detail['number']
  if (action.startsWith('draft.') || action.startsWith('comment.')) {
    const [kind, id] = splitName(target)
    return <Link to={href('consoleDocument', { kind, id })}>{titleOf(target) || target}</Link>
  }
  if (action.startsWith('release.'))
    return (
      <Link to={href('consoleReleases')}>
        {typeof number === 'number'
          ? t('console.releases.number', { number })
          : t('console.menu.releases')}
      </Link>
    )
  if (target.startsWith('experiment/')) {
    const [, experiment] = splitName(target)
    return <Link to={href('consoleExperiment', { experiment })}>{titleOf(target) || target}</Link>
  }
  // What was asked for is said beside it.
  if (action.startsWith('approval.') || action.startsWith('schedule.')) return null
  return <span className={css['id']}>{target}</span>
}
