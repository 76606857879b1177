/** The app with the current drafts, as any simulated user, on a full page. */

import Type from 'typebox'
import { useNavigate } from 'react-router-dom'
import { useHref } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { documentAt } from '#admin/preview/parts.ts'
import { PreviewPane } from '#admin/preview/PreviewPane.tsx'
import css from './Preview.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const Preview = defineWidget<typeof Props>('console-preview', function Preview({ level }) {
  const t = useText()
  const href = useHref()
  const go = useNavigate()
  const rights = useRights()
  return (
    <>
      <PageHead level={level} title={t('console.preview.title')} text={t('console.preview.text')} />
      {rights.preview ? (
        <div className={css['pane']}>
          <PreviewPane
            version={0}
            isPlain
            onPick={(screen, place) => {
              const { kind, id, at } = documentAt(screen, place)
              void go(href('consoleDocument', { kind, id }, { at }))
            }}
          />
        </div>
      ) : (
        <Note>{t('console.preview.notYours')}</Note>
      )}
    </>
  )
})
