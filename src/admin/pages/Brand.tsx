/**
 * The brand: name, colours, corners, images and fonts, with a live sample of what pages are made
 * of.
 */

import Type from 'typebox'
import { useState } from 'react'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { below, type Level } from '#widgets/parts/Heading.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useDocuments, useRights } from '#admin/parts/client.ts'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import type { Editor } from '#admin/editor/useEditor.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { Tabs } from '#admin/parts/Tabs.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import { PictureLibrary } from '#admin/pictures/PictureLibrary.tsx'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import { colorOf } from './brand.ts'
import { ColorField, Contrast, CORNERS, Group, Roles, Variable, type Part } from './BrandFields.tsx'
import { BrandLook } from './BrandLook.tsx'
import { BrandPicture, PICTURES } from './BrandPicture.tsx'
import css from './Brand.module.css'

export const Props = Type.Object(
  {
    of: Type.Optional(
      Type.Enum(['brand', 'pictures'], {
        description: 'How pages look (the default), or the library of pictures.',
      }),
    ),
  },
  { additionalProperties: false },
)

const WEIGHTS = ['400', '700'] as const
const READS = ['appName', 'themeLight', 'themeDark', 'cssVariables', 'images', 'fonts']
const PANES = ['form', 'look'] as const

export const Brand = defineWidget<typeof Props>(
  'console-brand',
  function Brand({ of = 'brand', level }) {
    return of === 'pictures' ? <PictureLibrary level={level} /> : <OwnLook level={level} />
  },
)

function OwnLook({ level }: { level: Level }) {
  return (
    <Pending read={useDocuments('config')}>
      {({ items: [config] }) => (
        <WithDraft kind="config" id={config?.id ?? ''} reads={READS}>
          {(editor) => <Edited editor={editor} name={`config/${config?.id}`} level={level} />}
        </WithDraft>
      )}
    </Pending>
  )
}

function Edited({ editor, name, level }: { editor: Editor; name: string; level: Level }) {
  const t = useText()
  const rights = useRights()
  const isWide = useWide()
  const [pane, setPane] = useState<(typeof PANES)[number]>('form')
  const config = editor.session.document as unknown as ConfigDocument | null
  const part = config !== null && {
    config,
    onChange: (next: ConfigDocument) => editor.edit(next),
    disabled: !rights.edit,
  }
  const paneId = (id: string) => `brand-${id}`
  const next = below(level)
  return (
    <>
      <PageHead level={level} title={t('console.brand.title')} text={t('console.brand.text')}>
        <DraftLine editors={{ [name]: editor }} />
      </PageHead>
      {!part || editor.session.broken ? (
        <Note look="wait">{t('console.features.unreadable')}</Note>
      ) : (
        <>
          {!isWide && (
            <Tabs
              label={t('console.brand.views')}
              tabs={PANES.map((id) => ({ id, label: t(`console.brand.${id}`) }))}
              chosen={pane}
              controls={paneId}
              onChoose={setPane}
            />
          )}
          <div className={css['panes']}>
            {(isWide || pane === 'form') && (
              <section className="stack-l" id={paneId('form')} aria-label={t('console.brand.form')}>
                <TextField
                  label={t('console.brand.name')}
                  value={part.config.appName}
                  maxLength={60}
                  disabled={part.disabled}
                  onChange={(appName) => part.onChange({ ...part.config, appName })}
                />
                {(['primary', 'secondary'] as const).map((scale) => (
                  <ColorField
                    key={`${scale} ${colorOf(part.config, scale)}`}
                    scale={scale}
                    {...part}
                  />
                ))}
                <Contrast {...part} level={next} />
                <Group title={t('console.brand.images')} level={next}>
                  {PICTURES.map((picture) => (
                    <BrandPicture key={picture} picture={picture} {...part} />
                  ))}
                </Group>
                <Technical {...part} level={next} />
              </section>
            )}
            {(isWide || pane === 'look') && (
              <section id={paneId('look')} aria-label={t('console.brand.look')}>
                <BrandLook config={part.config} level={next} />
              </section>
            )}
          </div>
        </>
      )}
    </>
  )
}

/** What a colour and a logo need no help with. */
function Technical({ level, ...part }: Part & { level: Level }) {
  const t = useText()
  const { config, onChange, disabled } = part
  return (
    <Fold title={t('console.brand.more')}>
      <div className="stack-l">
        <Group title={t('console.brand.corners')} level={level}>
          {Object.entries(CORNERS).map(([role, label]) => (
            <Variable
              key={role}
              where="cssVariables"
              role={role}
              label={t(`console.brand.${label}`)}
              {...part}
            />
          ))}
        </Group>
        <Group title={t('console.brand.fonts')} level={level}>
          {[...new Set([...WEIGHTS, ...Object.keys(config.fonts)])].map((weight) => (
            <TextField
              key={weight}
              label={t('console.brand.weight', { weight })}
              hint={t('console.brand.fontHint')}
              value={config.fonts[weight] ?? ''}
              disabled={disabled}
              onChange={(url) => {
                const { [weight]: _, ...others } = config.fonts
                onChange({
                  ...config,
                  fonts: url === '' ? others : { ...others, [weight]: url },
                })
              }}
            />
          ))}
        </Group>
        <Roles where="cssVariables" title={t('console.brand.variables')} level={level} {...part} />
        <Roles where="themeDark" title={t('console.brand.darkRoles')} level={level} {...part} />
      </div>
    </Fold>
  )
}
