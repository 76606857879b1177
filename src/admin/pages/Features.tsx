/**
 * Which plan has which feature, in which country: a grid of checkboxes that edits drafts of the
 * access document and the settings.
 */

import Type from 'typebox'
import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import type { Plan } from '#engine/documents/catalog.ts'
import type { Json } from '#engine/documents/json.ts'
import type { AccessDocument, ConfigDocument, FeatureDocument } from '#engine/documents/kinds.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useDocuments, useRights } from '#admin/parts/client.ts'
import { useCountries } from '#admin/parts/countries.ts'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import type { Editor } from '#admin/editor/useEditor.ts'
import { boxOf, countriesIn, EVERYWHERE, switched, tick } from './features.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import css from './Features.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const ACCESS = 'features'

export const Features = defineWidget<typeof Props>(
  'console-features',
  function Features({ level }) {
    const t = useText()
    const configs = useDocuments('config')
    return (
      <Pending read={configs}>
        {({ items }) => (
          <WithDraft kind="access" id={ACCESS} reads={['plans', 'features']}>
            {(access) => (
              <WithDraft kind="config" id={items[0]?.id ?? ''} reads={['features']}>
                {(config) => (
                  <>
                    <PageHead
                      level={level}
                      title={t('console.features.title')}
                      text={t('console.features.text')}
                    >
                      <DraftLine
                        editors={{
                          [`access/${ACCESS}`]: access,
                          [`config/${items[0]!.id}`]: config,
                        }}
                      />
                    </PageHead>
                    <Grid access={access} config={config} />
                  </>
                )}
              </WithDraft>
            )}
          </WithDraft>
        )}
      </Pending>
    )
  },
)

function Grid({ access, config }: { access: Editor; config: Editor }) {
  const t = useText()
  const isWide = useWide()
  const { catalog } = useRenderContext()
  const [country, setCountry] = useState(EVERYWHERE)
  const [one, setOne] = useState(catalog.plans[0]?.id ?? '')
  const lists = access.session.document as unknown as AccessDocument | null
  const settings = config.session.document as unknown as ConfigDocument | null
  const countries = useCountries(
    [
      EVERYWHERE,
      ...(lists === null ? [] : countriesIn(lists)),
      ...(settings === null ? [] : [settings.defaultCountry]),
    ],
    { [EVERYWHERE]: t('console.features.everywhere') },
  )
  const features = lists?.features ?? []
  const plans = isWide ? catalog.plans : catalog.plans.filter(({ id }) => id === one)
  const { table, box } = useGridKeys(features.length, plans.length)
  if (lists === null || settings === null || access.session.broken || config.session.broken)
    return <Note look="wait">{t('console.features.unreadable')}</Note>

  // Two plans may have the same name: then show their ids.
  const planName = ({ id, label }: Plan) =>
    catalog.plans.some((other) => other.id !== id && other.label === label)
      ? `${t(label)} (${id})`
      : t(label)
  const order = catalog.plans.map(({ id }) => id)
  const columns = plans.map((plan) => ({ id: plan.id, name: planName(plan) }))
  return (
    <div className="stack">
      <div className={css['choices']}>
        <SelectField
          label={t('console.features.country')}
          hint={t('console.features.countryHint')}
          value={country}
          onChange={setCountry}
          choices={countries}
        />
        {!isWide && (
          <SelectField
            label={t('console.features.plan')}
            value={one}
            onChange={setOne}
            choices={catalog.plans.map((plan) => ({ id: plan.id, label: planName(plan) }))}
          />
        )}
      </div>
      <p className="small mute">{t('console.features.keys')}</p>
      <div className={css['scroll']}>
        <table className={css['grid']} ref={table}>
          <caption className="hidden-text">
            {t('console.features.grid', {
              country: countries.find(({ id }) => id === country)?.label ?? country,
            })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('console.features.feature')}</th>
              <th scope="col">{t('console.features.on')}</th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {features.map((feature, row) => (
              <FeatureRow
                key={feature.id}
                feature={feature}
                isOn={settings.features[feature.id] !== false}
                columns={columns}
                country={country}
                box={(column) => box(row, column)}
                onSwitch={(on) => config.edit(switched(settings, feature.id, on))}
                onTick={(plan, on) =>
                  access.edit(tick(lists, feature.id, plan, country, on, order) as unknown as Json)
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type Box = ComponentProps<'input'> & { readonly 'data-box': string }

/** One cell of a grid is reached by Tab, all others by the arrow keys. */
function useGridKeys(rows: number, plans: number) {
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<readonly [row: number, column: number]>([0, 0])
  const move = (event: KeyboardEvent) => {
    const sideways = document.dir === 'rtl' ? -1 : 1
    const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, sideways],
      ArrowLeft: [0, -sideways],
    }
    const [down, right] = steps[event.key] ?? [0, 0]
    if (down === 0 && right === 0) return
    event.preventDefault()
    const row = Math.min(rows - 1, Math.max(0, place[0] + down))
    const column = Math.min(plans, Math.max(0, place[1] + right))
    table.current?.querySelector<HTMLElement>(`[data-box="${row}:${column}"]`)?.focus()
  }
  const box = (row: number, column: number): Box => ({
    type: 'checkbox',
    'data-box': `${row}:${column}`,
    tabIndex: place[0] === row && Math.min(place[1], plans) === column ? 0 : -1,
    onFocus: () => setPlace([row, column]),
    onKeyDown: move,
  })
  return { table, box }
}

/** A feature: whether it is on at all, and which plans have it in the country. */
function FeatureRow({
  feature,
  isOn,
  columns,
  country,
  box,
  onSwitch,
  onTick,
}: {
  feature: FeatureDocument
  isOn: boolean
  columns: readonly { readonly id: string; readonly name: string }[]
  country: string
  box: (column: number) => Box
  onSwitch: (on: boolean) => void
  onTick: (plan: string, on: boolean) => void
}) {
  const t = useText()
  const rights = useRights()
  const name = t(feature.label)
  return (
    <tr className={isOn ? undefined : css['off']}>
      <th scope="row">
        {name} <code className={css['id']}>{feature.id}</code>
      </th>
      <td>
        <label className={css['box']}>
          <input
            {...box(0)}
            role="switch"
            aria-checked={isOn}
            aria-label={t('console.features.switch', { feature: name })}
            checked={isOn}
            aria-disabled={!rights.edit}
            onChange={(event) => rights.edit && onSwitch(event.target.checked)}
          />
        </label>
      </td>
      {columns.map((plan, column) => {
        const state = boxOf(feature, plan.id, country)
        const isFixed = state === 'covered' || !rights.edit
        return (
          <td key={plan.id}>
            <label
              className={`${css['box']} ${state === 'covered' ? css['covered'] : ''}`}
              title={state === 'covered' ? t('console.features.covered') : undefined}
            >
              <input
                {...box(column + 1)}
                aria-label={t(
                  state === 'covered' ? 'console.features.boxCovered' : 'console.features.box',
                  { feature: name, plan: plan.name },
                )}
                checked={state !== 'shut'}
                aria-disabled={isFixed}
                onChange={(event) => !isFixed && onTick(plan.id, event.target.checked)}
              />
            </label>
          </td>
        )
      })}
    </tr>
  )
}
