/** How a questionnaire works for the tenant's own people: people, scales, questions, languages. */

import Type from 'typebox'
import { useState } from 'react'
import type { InstrumentSummary, InstrumentView } from '#engine/contract/instruments.ts'
import type { Estimate } from '#engine/psychometrics/moments.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { Heading, below, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { saveFile } from '#widgets/parts/savefile.ts'
import { useRead } from '#admin/parts/client.ts'
import { SelectField } from '#admin/parts/Field.tsx'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { InstrumentLanguages, InstrumentMinutes, InstrumentStops } from './InstrumentCharts.tsx'
import { InstrumentGroups } from './InstrumentGroups.tsx'
import { InstrumentItems } from './InstrumentItems.tsx'
import { InstrumentNorms } from './InstrumentNorms.tsx'
import { InstrumentPanel } from './InstrumentPanel.tsx'
import { InstrumentAgain, InstrumentScales } from './InstrumentScales.tsx'
import { figuresOf, healthCsv } from './instruments.ts'
import css from './Instruments.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const Instruments = defineWidget<typeof Props>(
  'console-instruments',
  function Instruments({ level }) {
    const t = useText()
    const read = useRead<{ items: InstrumentSummary[] }>('admin/instruments')
    return (
      <>
        <PageHead
          level={level}
          title={t('console.instruments.title')}
          text={t('console.instruments.text')}
        />
        <Pending read={read}>
          {({ items }) => <Chosen level={below(level)} instruments={items} />}
        </Pending>
      </>
    )
  },
)

function Chosen({
  level,
  instruments,
}: {
  level: Level
  instruments: readonly InstrumentSummary[]
}) {
  const t = useText()
  const { language: own } = useScope()
  const [id, setId] = useState(instruments[0]?.id ?? '')
  const [version, setVersion] = useState('')
  const [language, setLanguage] = useState('')
  const query = new URLSearchParams({
    ...(version !== '' && { version }),
    ...(language !== '' && { language }),
  })
  const read = useRead<InstrumentView>(
    id === '' ? null : `admin/instruments/${id}/health?${query.toString()}`,
  )
  const names = new Intl.DisplayNames([own], { type: 'language' })
  const { value } = read
  return (
    <div className="stack">
      <div className={css['choose']}>
        <SelectField
          label={t('console.instruments.instrument')}
          value={id}
          choices={instruments.map((each) => ({ id: each.id, label: each.title }))}
          onChange={(next) => {
            setId(next)
            setVersion('')
            setLanguage('')
          }}
        />
        <SelectField
          label={t('console.instruments.version')}
          value={version === '' ? (value?.version ?? '') : version}
          choices={(value?.versions ?? []).map((each) => ({ id: each, label: each }))}
          onChange={setVersion}
        />
        <SelectField
          label={t('console.instruments.language')}
          value={language}
          choices={[
            { id: '', label: t('console.instruments.all') },
            ...(value?.languages ?? []).map((each) => ({
              id: each.language,
              label: names.of(each.language) ?? each.language,
            })),
          ]}
          onChange={setLanguage}
        />
        <Button
          look="line"
          small
          disabled={value?.people == null}
          onClick={() =>
            value !== undefined &&
            saveFile(
              `${value.id}-${value.version}-health.csv`,
              new Blob([healthCsv(value)], { type: 'text/csv' }),
            )
          }
        >
          <Icon name="download" size="s" />
          <span>CSV</span>
        </Button>
      </div>
      <Pending read={read}>{(health) => <Health level={level} health={health} />}</Pending>
      {id !== '' && <InstrumentPanel key={id} instrument={id} />}
    </div>
  )
}

function Health({ level, health }: { level: Level; health: InstrumentView }) {
  const t = useText()
  const { language } = useScope()
  const { number, percent, decimal } = figuresOf(language)
  const { people, began, finished, careless, completed, minutes, scales, items, circle, from } =
    health
  const weak = scales.filter(({ reading }) => reading === 'look')
  const low = items
    .flatMap(({ fit, ...item }) =>
      fit !== null && fit.value < health.lowFit ? [{ ...item, fit }] : [],
    )
    .toSorted((a, b) => a.fit.value - b.fit.value)
    .slice(0, 3)
  const list = new Intl.ListFormat(language)
  const judged = scales.filter(({ reading }) => reading !== null)
  if (people === null)
    return (
      <Card>
        <Heading level={level}>{t('console.instruments.few.title')}</Heading>
        <p className="mute narrow">{t('console.instruments.few.text', { count: from['cell'] })}</p>
      </Card>
    )
  const told = (figure: Estimate, say: (value: number) => string, n: number | null = null) =>
    `${say(figure.value)} (${t('console.instruments.between', { low: say(figure.low), high: say(figure.high) })})${n === null ? '' : `, n = ${number(n)}`}`
  const hidden = t('console.instruments.hidden', { count: from['cell'] })
  const [lowest] = scales
    .flatMap((scale) => scale.again)
    .flatMap(({ days, r, n }) => (days === 14 && r !== null ? [{ r, n }] : []))
    .toSorted((a, b) => a.r.value - b.r.value)
  const two = (value: number) => decimal(value, 2)
  const isCompared = health.compared.some(({ than }) => than !== null)
  const facts = [
    ['people', number(people)],
    ['finished', finished === null ? hidden : told(finished, percent, began)],
    ['careless', careless === null ? hidden : told(careless, percent, completed)],
    [
      'minutes',
      minutes === null ? null : told(minutes.median, (value) => decimal(value, 1), people),
    ],
    ['again', lowest === undefined ? null : told(lowest.r, two, lowest.n)],
    [
      'circle',
      circle === null
        ? null
        : t(circle.p < 0.05 ? 'console.instruments.fits' : 'console.instruments.fitsNot', {
            p: two(circle.p),
            near: told(circle.near, two),
            next: told(circle.next, two),
            opposite: told(circle.opposite, two),
            n: number(people),
          }),
    ],
    ['alike', isCompared ? alikeIn(health, t) : null],
    ['norms', t(health.norms ? 'console.instruments.normsYes' : 'console.instruments.normsNo')],
  ] as const
  // Only the six types have an order.
  const isOfTypes = [...'RIASEC'].every((type) => scales.some(({ id }) => id === type))
  const shown = facts.filter(([name]) => name !== 'circle' || isOfTypes)
  const missing = {
    again: from['pairs'],
    circle: from['scales'],
    alike: from['group'],
  } as Readonly<Record<string, number>>
  return (
    <div className="stack">
      <Card>
        <div className={css['verdict']}>
          <div>
            <Heading level={level}>
              {judged.length === 0
                ? t('console.instruments.unjudged', { count: from['items'] })
                : t(
                    weak.length === 0
                      ? 'console.instruments.trusted'
                      : 'console.instruments.doubted',
                    { good: judged.length - weak.length, all: judged.length, count: judged.length },
                  )}
            </Heading>
            <p className="mute narrow">{t('console.instruments.who')}</p>
            {weak.length > 0 && (
              <p className="narrow">
                {t('console.instruments.weak', {
                  scales: list.format(weak.map(({ id }) => health.scaleNames[id] ?? id)),
                })}
              </p>
            )}
            {low.length > 0 && (
              <p className="narrow">
                {t('console.instruments.low', {
                  items: list.format(low.map(({ id }) => `“${health.names[id]}” (${id})`)),
                })}
              </p>
            )}
          </div>
          <dl className={css['facts']}>
            {shown.map(([name, value]) => (
              <div key={name}>
                <dt>{t(`console.instruments.fact.${name}`)}</dt>
                <dd className={value === null ? 'mute' : undefined}>
                  {value ?? t('console.instruments.from', { count: missing[name] ?? from['cell'] })}
                  <span className={css['sub']}>{t(`console.instruments.means.${name}`)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
      <div className={css['columns']}>
        <div className="stack">
          {scales.length > 0 && <InstrumentScales health={health} />}
          {items.length > 0 && <InstrumentItems health={health} />}
          {items.length > 0 && <InstrumentGroups health={health} />}
          {scales.length > 0 && <InstrumentAgain health={health} />}
          {scales.length > 0 && <InstrumentNorms health={health} />}
        </div>
        <div className="stack">
          <InstrumentStops health={health} />
          {minutes !== null && <InstrumentMinutes minutes={minutes} n={people} />}
          <InstrumentLanguages health={health} />
        </div>
      </div>
    </div>
  )
}

/** Questions that work the same for all groups that could be compared. */
function alikeIn({ items }: InstrumentView, t: ReturnType<typeof useText>): string {
  const alike = items.filter(({ different }) => different.length === 0).length
  return t('console.instruments.alike', { alike, count: items.length })
}
