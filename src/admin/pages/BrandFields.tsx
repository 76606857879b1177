/** The fields of the brand: colours with their contrast, corners, and single custom properties. */

import { useId, useState, type ReactNode } from 'react'
import { weakPairs } from '#engine/documents/contrast.ts'
import { fittedRoles } from '#engine/documents/fitting.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { isSafeValue, ROLES } from '#engine/documents/theme.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import {
  colorOf,
  isColor,
  stepsOf,
  withColor,
  withContrast,
  withVariable,
  type ScaleName,
  type Variables,
} from './brand.ts'
import css from './Brand.module.css'

export const CORNERS = { r1: 'small', r2: 'middle', r3: 'large', turn: 'turn' } as const

/** What every field gets: the configuration, and how to replace it. */
export type Part = {
  config: ConfigDocument
  onChange: (config: ConfigDocument) => void
  disabled: boolean
}

export function Group({
  title,
  level,
  children,
}: {
  title: string
  level: Level
  children: ReactNode
}) {
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
export function ColorField({ scale, config, onChange, disabled }: Part & { scale: ScaleName }) {
  const t = useText()
  const [typed, setTyped] = useState(() => colorOf(config, scale))
  const label = t(`console.brand.${scale}`)
  const set = (value: string) => {
    setTyped(value)
    if (isColor(value) && value.length === 7) onChange(withColor(config, scale, value))
  }
  const isOwn = config.themeLight.colors[scale] !== undefined
  const deepened = scale === 'primary' ? fittedRoles(config).light['brand'] : undefined
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
      {deepened !== undefined && (
        <p className="small mute">{t('console.brand.deepened', { color: deepened })}</p>
      )}
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

export function Contrast({ config, onChange, disabled, level }: Part & { level: Level }) {
  const t = useText()
  // The remedy of a front passes on everything behind it, so one of its pairs stands for all.
  const weak = [...weakPairs(config, 'light'), ...weakPairs(config, 'dark')].filter(
    ({ scheme, front }, index, all) =>
      all.findIndex((each) => each.scheme === scheme && each.front === front) === index,
  )
  return (
    <Group title={t('console.brand.contrast')} level={level}>
      {weak.length === 0 ? (
        <Note look="ok">{t('console.brand.readable')}</Note>
      ) : (
        <ul className="stack">
          {weak.map((pair) => (
            <li key={`${pair.scheme} ${pair.front} ${pair.behind}`}>
              <Note look="bad">
                {t('console.brand.weak', {
                  ...pair,
                  scheme: t(`console.brand.${pair.scheme}`),
                  front: t(roleKey(pair.front)),
                  behind: t(roleKey(pair.behind === 'brand' ? 'brand-behind' : pair.behind)),
                })}{' '}
                {pair.passes === null && t('console.brand.noneFits')}
                {pair.passes !== null && !disabled && (
                  <Button look="line" small onClick={() => onChange(withContrast(config, pair))}>
                    {t('console.brand.use', { color: pair.passes })}
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

/** `on-cloth` is `onCloth` among the texts. */
function roleKey(role: string): string {
  return `console.brand.role.${role.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`
}

/** One custom property; empty means the product's value. */
export function Variable({
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

export function Roles({
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
