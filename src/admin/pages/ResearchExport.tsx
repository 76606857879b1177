/**
 * The files of all studies, for researchers: what is in them, what they hold back so that nobody can
 * be recognised, and an owner's way round that, which asks for a reason.
 */

import { useState } from 'react'
import type { ResearchOverview } from '#engine/contract/study.ts'
import { useText } from '#engine/react/text.tsx'
import { STUDY_FILES, type StudyFile } from '#engine/study/files.ts'
import { useRead, useRights } from '#admin/parts/client.ts'
import { CheckField, TextField } from '#admin/parts/Field.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import button from '#widgets/parts/Button.module.css'

/** The server asks for as much. */
const MIN_REASON = 10

export function ResearchExport({ level }: { level: Level }) {
  const t = useText()
  const read = useRead<ResearchOverview>('admin/research')
  return (
    <Card labelledBy="research-export">
      <div className="stack">
        <div>
          <Heading level={level} id="research-export">
            {t('console.export.title')}
          </Heading>
          <p className="small mute narrow">{t('console.export.text')}</p>
        </div>
        <Pending read={read}>
          {(overview) =>
            overview.people === 0 ? (
              <p className="mute">{t('console.export.none')}</p>
            ) : (
              <Files overview={overview} />
            )
          }
        </Pending>
      </div>
    </Card>
  )
}

function Files({ overview }: { overview: ResearchOverview }) {
  const t = useText()
  const { people, rare, least } = overview
  // Only owners invite, and only they may leave nothing out.
  const { roles: isOwner } = useRights()
  const [isWhole, setWhole] = useState(false)
  const [reason, setReason] = useState('')
  const said = reason.trim()
  const isReady = !isWhole || said.length >= MIN_REASON
  return (
    <>
      <div className="stack">
        <p>{t('console.export.people', { count: people })}</p>
        {rare.people === 0 ? (
          <Note look="ok">{t('console.export.safe', { least })}</Note>
        ) : (
          <Withheld overview={overview} />
        )}
      </div>
      {isOwner && rare.people > 0 && (
        <div className="stack">
          <CheckField label={t('console.export.whole')} checked={isWhole} onChange={setWhole} />
          {isWhole && (
            <>
              <p className="small mute narrow">{t('console.export.wholeText')}</p>
              <TextField
                label={t('console.export.reason')}
                hint={t('console.export.reasonHint')}
                maxLength={300}
                value={reason}
                onChange={setReason}
              />
            </>
          )}
        </div>
      )}
      <div className="row wraps">
        {STUDY_FILES.map((file) => (
          <Download key={file} file={file} reason={isWhole ? said : null} isReady={isReady} />
        ))}
      </div>
    </>
  )
}

function Withheld({
  overview: { rare, withheld, leftOut, least, names },
}: {
  overview: ResearchOverview
}) {
  const t = useText()
  const rows = Object.entries(withheld).filter(([, count]) => count > 0)
  return (
    <Note look="doubt">
      {t('console.export.rare', { count: rare.people, others: least - 1 })}
      <ul>
        {rows.map(([column, count]) => (
          <li key={column}>
            {t('console.export.withheldRow', { column: names[column] ?? column, count })}
          </li>
        ))}
        {leftOut > 0 && <li>{t('console.export.leftOut', { count: leftOut })}</li>}
      </ul>
    </Note>
  )
}

/** A streamed download: it may be larger than a page can hold. */
function Download({
  file,
  reason,
  isReady,
}: {
  file: StudyFile
  reason: string | null
  isReady: boolean
}) {
  const t = useText()
  const look = `${button['button']} ${button['line']} ${button['small']}`
  const words = (
    <>
      <Icon name="download" size="s" />
      <span>{t(`console.export.files.${file}`)}</span>
    </>
  )
  const query = new URLSearchParams({ file, ...(reason !== null && { reason }) })
  return isReady ? (
    <a className={look} href={`/api/admin/research/export?${query.toString()}`} download>
      {words}
    </a>
  ) : (
    <button type="button" className={look} disabled>
      {words}
    </button>
  )
}
