/** All pictures of the tenant: uploaded once, described once, and used anywhere. */

import { useState } from 'react'
import type { Page } from '#engine/contract/admincontract.ts'
import type { Picture } from '#engine/contract/pictures.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { AllowedLine } from '#admin/parts/AllowedLine.tsx'
import { useRead, useRefresh, useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { SelectField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'
import { isDescribed, usePictureLanguages, type PictureLanguage } from './languages.ts'
import { PictureDialog } from './PictureDialog.tsx'
import { nameOf, PictureGrid } from './PictureGrid.tsx'
import { UploadPictures } from './UploadPictures.tsx'
import css from './Pictures.module.css'

const WHICH = ['all', 'wordless', 'unused', 'removed'] as const
type Which = (typeof WHICH)[number]

export function PictureLibrary({ level }: { level: Level }) {
  const t = useText()
  const rights = useRights()
  const languages = usePictureLanguages()
  const read = useRead<Page<Picture>>('admin/pictures')
  const [which, setWhich] = useState<Which>('all')
  const [open, setOpen] = useState<string | null>(null)
  const [gone, setGone] = useState<Picture | null>(null)
  return (
    <>
      <PageHead
        level={level}
        title={t('console.pictures.title')}
        text={t('console.pictures.text')}
      />
      <div className="stack-l">
        <AllowedLine of="pictures" />
        {rights.edit && <UploadPictures onDone={() => setWhich('all')} />}
        {gone !== null && <Gone picture={gone} onBack={() => setGone(null)} />}
        <Pending read={read}>
          {({ items }) => {
            const shown = items.filter((picture) => isAmong(picture, which, languages))
            const picture = items.find(({ id }) => id === open)
            return (
              <div className="stack">
                {items.length > 0 && (
                  <div className={css['which']}>
                    <SelectField
                      label={t('console.pictures.show')}
                      value={which}
                      onChange={(next) => setWhich(next as Which)}
                      choices={WHICH.map((id) => ({
                        id,
                        label: t(`console.pictures.which.${id}`, {
                          count: items.filter((each) => isAmong(each, id, languages)).length,
                        }),
                      }))}
                    />
                  </div>
                )}
                {shown.length === 0 ? (
                  <p className="mute">
                    {t(items.length === 0 ? 'console.pictures.none' : 'console.pictures.notFound')}
                  </p>
                ) : which === 'removed' ? (
                  <Removed pictures={shown} editable={rights.edit} />
                ) : (
                  <PictureGrid
                    pictures={shown}
                    onOpen={({ id }) => setOpen(id)}
                    verb="console.pictures.open"
                  />
                )}
                {picture !== undefined && (
                  <PictureDialog
                    picture={picture}
                    onClose={() => setOpen(null)}
                    onSaved={() => setOpen(null)}
                    onRemoved={(removed) => {
                      setOpen(null)
                      setGone(removed)
                    }}
                  />
                )}
              </div>
            )
          }}
        </Pending>
      </div>
    </>
  )
}

function isAmong(picture: Picture, which: Which, languages: readonly PictureLanguage[]): boolean {
  if (which === 'removed') return picture.removed !== null
  if (picture.removed !== null) return false
  if (which === 'wordless') return !isDescribed(picture, languages)
  return which === 'all' || picture.uses.length === 0
}

/** What was just removed, and the way back. */
function Gone({ picture, onBack }: { picture: Picture; onBack: () => void }) {
  const t = useText()
  return (
    <div role="status">
      <Note look="ok">
        {t('console.pictures.removed', { name: nameOf(picture, t('console.pictures.unnamed')) })}{' '}
        <Back picture={picture} onBack={onBack} />
      </Note>
    </div>
  )
}

function Removed({ pictures, editable }: { pictures: readonly Picture[]; editable: boolean }) {
  const t = useText()
  return (
    <ul className={css['grid']}>
      {pictures.map((picture) => (
        <li key={picture.id} className={css['tile']}>
          <span className={css['frame']}>
            <img src={`${picture.url}?w=320`} alt="" loading="lazy" />
          </span>
          <span className={css['title']}>{nameOf(picture, t('console.pictures.unnamed'))}</span>
          {editable && <Back picture={picture} onBack={() => undefined} />}
        </li>
      ))}
    </ul>
  )
}

function Back({ picture, onBack }: { picture: Picture; onBack: () => void }) {
  const t = useText()
  const refresh = useRefresh()
  const { busy, problem, send } = useSend([])
  const restore = () =>
    send({ path: `admin/pictures/${picture.id}/restore`, method: 'POST' }, () => {
      refresh('admin/pictures', 'admin/audit', 'admin/limits')
      onBack()
    })
  return (
    <>
      {problem !== null && <span role="alert">{problem} </span>}
      <Button look="text" small busy={busy} onClick={() => void restore()}>
        {t('console.pictures.restore')}
        <span className="hidden-text"> {picture.name}</span>
      </Button>
    </>
  )
}
