/**
 * Which plan has which feature, in which country: a grid of checkboxes that edits drafts of the
 * access document and the settings.
 */

import Type from 'typebox'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Json } from '#engine/documents/json.ts'
import type { AccessDocument, ConfigDocument, DocumentOf } from '#engine/documents/kinds.ts'
import type { DocumentView } from '#engine/contract/admincontract.ts'
import { useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { documentPath, useDocuments, useRead, useRights } from '#admin/parts/client.ts'
import { DraftLine } from '#admin/editor/DraftLine.tsx'
import type { Editor } from '#admin/editor/useEditor.ts'
import { boxOf, countriesIn, EVERYWHERE, switched, tick } from './features.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { useWide } from '#admin/parts/useWide.ts'
import { WithDraft } from '#admin/editor/WithDraft.tsx'
import css from './Features.module.css'

export const Props = Type.Object({}, { additionalProperties: false, 'x-needs': ['menu', 'access'] })

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
  const rights = useRights()
  const isWide = useWide()
  const { language } = useScope()
  const { catalog } = useRenderContext()
  const everyCountry = useRead<DocumentView>(documentPath('documents', 'list', 'countries')).value
    ?.effective as DocumentOf<'list'> | null | undefined
  const [country, setCountry] = useState(EVERYWHERE)
  const [one, setOne] = useState(catalog.plans[0]?.id ?? '')
  // The cell that Tab reaches; the arrow keys move to all others.
  const [place, setPlace] = useState<readonly [row: number, column: number]>([0, 0])
  const table = useRef<HTMLTableElement>(null)
  const lists = access.session.document as unknown as AccessDocument | null
  const settings = config.session.document as unknown as ConfigDocument | null
  if (lists === null || settings === null || access.session.broken || config.session.broken)
    return <Note look="wait">{t('console.features.unreadable')}</Note>

  const features = lists.features ?? []
  const order = catalog.plans.map(({ id }) => id)
  const plans = isWide ? catalog.plans : catalog.plans.filter(({ id }) => id === one)
  const named = new Intl.DisplayNames([language], { type: 'region' })
  const nameOf = (code: string) =>
    code === EVERYWHERE ? t('console.features.everywhere') : (named.of(code) ?? code)
  const first = [EVERYWHERE, ...new Set([...countriesIn(lists), settings.defaultCountry])]
  const others = (everyCountry?.items.map(({ id }) => id) ?? [])
    .filter((id) => !first.includes(id))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b), language))
  // Two plans may have the same name: then show their ids.
  const planName = ({ id, label }: (typeof plans)[number]) =>
    catalog.plans.some((other) => other.id !== id && other.label === label)
      ? `${t(label)} (${id})`
      : t(label)

  const move = (event: KeyboardEvent) => {
    const sideways = document.dir === 'rtl' ? -1 : 1
    const [down, right] = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, sideways],
      ArrowLeft: [0, -sideways],
    }[event.key] ?? [0, 0]
    if (down === 0 && right === 0) return
    event.preventDefault()
    const row = Math.min(features.length - 1, Math.max(0, place[0] + down!))
    const column = Math.min(plans.length, Math.max(0, place[1] + right!))
    table.current?.querySelector<HTMLElement>(`[data-box="${row}:${column}"]`)?.focus()
  }
  const box = (row: number, column: number) => ({
    type: 'checkbox',
    'data-box': `${row}:${column}`,
    tabIndex: place[0] === row && Math.min(place[1], plans.length) === column ? 0 : -1,
    onFocus: () => setPlace([row, column]),
    onKeyDown: move,
  })

  return (
    <div className="stack">
      <div className={css['choices']}>
        <SelectField
          label={t('console.features.country')}
          hint={t('console.features.countryHint')}
          value={country}
          onChange={setCountry}
          choices={[...first, ...others].map((id) => ({ id, label: nameOf(id) }))}
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
            {t('console.features.grid', { country: nameOf(country) })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('console.features.feature')}</th>
              <th scope="col">{t('console.features.on')}</th>
              {plans.map((plan) => (
                <th key={plan.id} scope="col">
                  {planName(plan)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {features.map((feature, row) => {
              const name = t(feature.label)
              const isOn = settings.features[feature.id] !== false
              return (
                <tr key={feature.id} className={isOn ? undefined : css['off']}>
                  <th scope="row">
                    {name} <code className={css['id']}>{feature.id}</code>
                  </th>
                  <td>
                    <label className={css['box']}>
                      <input
                        {...box(row, 0)}
                        role="switch"
                        aria-checked={isOn}
                        aria-label={t('console.features.switch', { feature: name })}
                        checked={isOn}
                        aria-disabled={!rights.edit}
                        onChange={(event) =>
                          rights.edit &&
                          config.edit(switched(settings, feature.id, event.target.checked))
                        }
                      />
                    </label>
                  </td>
                  {plans.map((plan, column) => {
                    const state = boxOf(feature, plan.id, country)
                    const isFixed = state === 'covered' || !rights.edit
                    return (
                      <td key={plan.id}>
                        <label
                          className={`${css['box']} ${state === 'covered' ? css['covered'] : ''}`}
                          title={state === 'covered' ? t('console.features.covered') : undefined}
                        >
                          <input
                            {...box(row, column + 1)}
                            aria-label={t(
                              state === 'covered'
                                ? 'console.features.boxCovered'
                                : 'console.features.box',
                              { feature: name, plan: planName(plan) },
                            )}
                            checked={state !== 'shut'}
                            aria-disabled={isFixed}
                            onChange={(event) =>
                              !isFixed &&
                              access.edit(
                                tick(
                                  lists,
                                  feature.id,
                                  plan.id,
                                  country,
                                  event.target.checked,
                                  order,
                                ) as unknown as Json,
                              )
                            }
                          />
                        </label>
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
