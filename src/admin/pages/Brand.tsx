/**
 * The brand: name, colours, corners, images and fonts, with a live sample of what pages are made
 * of.
 */

import Type from 'typebox'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { weakPairs, type Scheme } from '#engine/documents/contrast.ts'
import { MAX_IMAGE_BYTES } from '#engine/contract/admincontract.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { isSafeValue, ROLES } from '#engine/documents/theme.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { below, Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { ShowcaseBars, ShowcaseChips, ShowcaseText } from '#widgets/showcase/ShowcaseBasics.tsx'
import { ShowcaseButtons } from '#widgets/showcase/ShowcaseButtons.tsx'
import { ShowcaseCards } from '#widgets/showcase/ShowcaseCards.tsx'
import { ShowcaseColors } from '#widgets/showcase/ShowcaseColors.tsx'
import {
  colorOf,
  isColor,
  withContrast,
  sampleCss,
  stepsOf,
  withColor,
  withVariable,
  type ScaleName,
  type Variables,
} from './brand.ts'
import {
  isDone,
  refusalOf,
  useConsole,
  useDocuments,
  useRefresh,
  useRights,
} from '#admin/parts/client.ts'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import type { Editor } from '#admin/editor/useEditor.ts'
import { ChoiceField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { Tabs } from '#admin/parts/Tabs.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import { BrandCards } from './BrandCards.tsx'
import css from './Brand.module.css'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu', 'access'] })

const CORNERS = { r1: 'small', r2: 'middle', r3: 'large', turn: 'turn' } as const
const PICTURES = ['logo', 'favicon', 'icon'] as const
const WEIGHTS = ['400', '700'] as const
const READS = ['appName', 'themeLight', 'themeDark', 'cssVariables', 'images', 'fonts']
const PANES = ['form', 'look'] as const

export const Brand = defineWidget<typeof Props>('console-brand', function Brand({ level }) {
  return (
    <Pending read={useDocuments('config')}>
      {({ items: [config] }) => (
        <WithDraft kind="config" id={config?.id ?? ''} reads={READS}>
          {(editor) => <Edited editor={editor} name={`config/${config?.id}`} level={level} />}
        </WithDraft>
      )}
    </Pending>
  )
})

type Change = (config: ConfigDocument) => void
type Part = { config: ConfigDocument; onChange: Change; disabled: boolean }

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
                <Group title={t('console.brand.corners')} level={next}>
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
                <Group title={t('console.brand.images')} level={next}>
                  {PICTURES.map((picture) => (
                    <Picture key={picture} picture={picture} {...part} />
                  ))}
                </Group>
                <Group title={t('console.brand.fonts')} level={next}>
                  {[...new Set([...WEIGHTS, ...Object.keys(part.config.fonts)])].map((weight) => (
                    <TextField
                      key={weight}
                      label={t('console.brand.weight', { weight })}
                      hint={t('console.brand.fontHint')}
                      value={part.config.fonts[weight] ?? ''}
                      disabled={part.disabled}
                      onChange={(url) => {
                        const { [weight]: _, ...others } = part.config.fonts
                        part.onChange({
                          ...part.config,
                          fonts: url === '' ? others : { ...others, [weight]: url },
                        })
                      }}
                    />
                  ))}
                </Group>
                <Roles
                  where="cssVariables"
                  title={t('console.brand.variables')}
                  level={next}
                  {...part}
                />
                <Roles
                  where="themeDark"
                  title={t('console.brand.darkRoles')}
                  level={next}
                  {...part}
                />
              </section>
            )}
            {(isWide || pane === 'look') && (
              <section id={paneId('look')} aria-label={t('console.brand.look')}>
                <Look config={part.config} level={next} />
              </section>
            )}
          </div>
        </>
      )}
    </>
  )
}

function Group({ title, level, children }: { title: string; level: Level; children: ReactNode }) {
  const id = useId()
  return (
    <section className="stack" aria-labelledby={id}>
      <Heading level={level} id={id}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** By six hex digits or the browser's colour picker; only complete colours count. */
function ColorField({ scale, config, onChange, disabled }: Part & { scale: ScaleName }) {
  const t = useText()
  const [typed, setTyped] = useState(() => colorOf(config, scale))
  const label = t(`console.brand.${scale}`)
  const set = (value: string) => {
    setTyped(value)
    if (isColor(value) && value.length === 7) onChange(withColor(config, scale, value))
  }
  const isOwn = config.themeLight.colors[scale] !== undefined
  return (
    <div className="stack-s">
      <div className={css['color']}>
        <TextField
          label={label}
          hint={t(isColor(typed) ? 'console.brand.colorHint' : 'console.brand.badColor')}
          value={typed}
          maxLength={7}
          disabled={disabled}
          onChange={set}
        />
        <input
          type="color"
          className={css['chooser']}
          aria-label={t('console.brand.pick', { label })}
          value={colorOf(config, scale)}
          disabled={disabled}
          onChange={(event) => set(event.target.value)}
        />
      </div>
      <Scale label={t('console.brand.scale', { label })} steps={stepsOf(config, scale)} />
      {isOwn && !disabled && (
        <Button look="text" small onClick={() => onChange(withColor(config, scale, null))}>
          {t('console.brand.reset')}
        </Button>
      )}
    </div>
  )
}

/** Drawn as SVG: the fill is an attribute, which the page's policy allows. */
function Scale({ label, steps }: { label: string; steps: readonly string[] }) {
  return (
    <svg
      className={css['scale']}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${steps.join(', ')}`}
    >
      {steps.map((color, step) => (
        <rect key={step} x={step * 10} y={0} width={10} height={10} fill={color} />
      ))}
    </svg>
  )
}

function Contrast({ config, onChange, disabled, level }: Part & { level: Level }) {
  const t = useText()
  const weak = [...weakPairs(config, 'light'), ...weakPairs(config, 'dark')]
  return (
    <Group title={t('console.brand.contrast')} level={level}>
      {weak.length === 0 ? (
        <Note look="ok">{t('console.brand.readable')}</Note>
      ) : (
        <ul className="stack">
          {weak.map((pair) => (
            <li key={`${pair.scheme} ${pair.front} ${pair.behind}`}>
              <Note look="bad">
                {t('console.brand.weak', { ...pair, scheme: t(`console.brand.${pair.scheme}`) })}{' '}
                {pair.passes !== null && !disabled && (
                  <Button look="line" small onClick={() => onChange(withContrast(config, pair))}>
                    {t('console.brand.use', { color: pair.passes, role: pair.front })}
                  </Button>
                )}
              </Note>
            </li>
          ))}
        </ul>
      )}
    </Group>
  )
}

/** One custom property; empty means the product's value. */
function Variable({
  where,
  role,
  label,
  config,
  onChange,
  disabled,
}: Part & { where: Variables; role: string; label: string }) {
  const t = useText()
  const value = config[where]?.[role] ?? ''
  const hint =
    value !== '' && !isSafeValue(role, value)
      ? t('console.brand.badValue')
      : role in CORNERS
        ? t('console.brand.lengthHint')
        : undefined
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      maxLength={200}
      disabled={disabled}
      onChange={(next) => onChange(withVariable(config, where, role, next))}
    />
  )
}

function Roles({
  where,
  title,
  level,
  ...part
}: Part & { where: Variables; title: string; level: Level }) {
  const t = useText()
  const { config, disabled } = part
  const named = Object.keys(config[where] ?? {}).filter(
    (role) => !(where === 'cssVariables' && role in CORNERS),
  )
  // A name that was just chosen has no value yet, so it exists only on the page.
  const [added, setAdded] = useState<readonly string[]>([])
  const shown = [...new Set([...named, ...added])]
  const free = ROLES.filter(
    (role) => !shown.includes(role) && !(where === 'cssVariables' && role in CORNERS),
  )
  return (
    <Group title={title} level={level}>
      {shown.map((role) => (
        <Variable key={role} where={where} role={role} label={role} {...part} />
      ))}
      {!disabled && (
        <SelectField
          label={t('console.brand.addRole')}
          value=""
          onChange={(role) => role !== '' && setAdded([...added, role])}
          choices={['', ...free].map((id) => ({ id, label: id }))}
        />
      )}
    </Group>
  )
}

function Picture({
  picture,
  config,
  onChange,
  disabled,
}: Part & { picture: (typeof PICTURES)[number] }) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const label = t(`console.brand.${picture}`)
  const url = config.images[picture]
  const set = (next: string | null) => {
    const { [picture]: _, ...others } = config.images
    onChange({ ...config, images: next === null ? others : { ...others, [picture]: next } })
  }
  const upload = async (file: File | undefined) => {
    if (file === undefined) return
    // The server would not even read a file this large.
    if (file.size > MAX_IMAGE_BYTES) return setProblem(t('problem.image.invalid'))
    setProblem(null)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      const response = await call({ path: 'admin/images', method: 'POST', body: { data } })
      if (!isDone(response)) return setProblem(refusalOf(response).message)
      set((response.value as { url: string }).url)
      refresh('admin/audit')
    } catch {
      setProblem(t('console.failed'))
    }
  }
  return (
    <div className="stack-s">
      <label className="strong small" htmlFor={id}>
        {label}
      </label>
      {url !== undefined && <img className={css['picture']} src={url} alt={label} />}
      <input
        id={id}
        className={css['file']}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <p className="small mute" id={`${id}-hint`}>
        {t('console.brand.imageHint')}
      </p>
      {problem !== null && (
        <Note look="bad" alert>
          {problem}
        </Note>
      )}
      {url !== undefined && !disabled && (
        <Button look="text" small onClick={() => set(null)}>
          {t('console.brand.remove', { label })}
        </Button>
      )}
    </div>
  )
}

const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** The components of pages, in the unsaved brand. */
function Look({ config, level }: { config: ConfigDocument; level: Level }) {
  const t = useText()
  const [scheme, setScheme] = useState<Scheme>('light')
  const [sheet] = useState(() => new CSSStyleSheet())
  useEffect(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [sheet])
  useEffect(
    () => sheet.replaceSync(sampleCss(config, scheme, '[data-brand-sample]')),
    [sheet, config, scheme],
  )
  return (
    <div className="stack">
      <ChoiceField
        label={t('console.brand.scheme')}
        value={scheme}
        onChange={(value) => setScheme(value as Scheme)}
        choices={SCHEMES.map((id) => ({ id, label: t(`console.brand.${id}`) }))}
      />
      <div className={`stack-l ${css['sample']}`} data-brand-sample="">
        <p className={css['name']}>{config.appName}</p>
        <ShowcaseButtons />
        <BrandCards level={level} />
        <ShowcaseColors level={level} nameOf={(tile) => t(`type.${tile}.name`)} />
        <ShowcaseCards level={level} />
        <ShowcaseBars />
        <ShowcaseChips />
        <ShowcaseText />
      </div>
    </div>
  )
}
