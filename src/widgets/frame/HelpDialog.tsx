/** Questions and answers of the help pages, with a search; 550 px wide at most (spec 2 and 9). */

import { useId, useState } from 'react'
import type { DataState } from '#engine/react/registry.ts'
import { Rich, useText } from '#engine/react/text.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { foundIn, type HelpTopic } from './helpsearch.ts'
import css from './HelpDialog.module.css'

export function HelpDialog({
  open,
  onClose,
  topics,
}: {
  open: boolean
  onClose: () => void
  topics: DataState<readonly HelpTopic[]>
}) {
  const t = useText()
  const field = useId()
  const [search, setSearch] = useState('')
  const found = topics.status === 'ready' ? foundIn(topics.value, search) : []
  return (
    <Dialog backCloses open={open} onClose={onClose} title={t('frame.help')}>
      {topics.status !== 'ready' ? (
        <NotReady state={topics} looks={['line', 'line', 'line', 'half']} />
      ) : (
        <div className="stack">
          <div>
            <label className="strong" htmlFor={field}>
              {t('frame.helpSearch')}
            </label>
            <input
              id={field}
              type="search"
              className={css['search']}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          <p role="status" className={found.length > 0 ? 'hidden-text' : 'mute'}>
            {found.length === 0 && t('frame.noHelp')}
          </p>
          {found.map(({ slug, title, helpContent }) => (
            <section key={slug} aria-label={title}>
              <h3>{title}</h3>
              {helpContent.map(({ question, answer }) => (
                <Fold key={question} title={question} open={found.length === 1 && search !== ''}>
                  <Rich>{answer}</Rich>
                </Fold>
              ))}
            </section>
          ))}
        </div>
      )}
    </Dialog>
  )
}
