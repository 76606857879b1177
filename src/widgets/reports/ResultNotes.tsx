/**
 * Caveats as large as the result itself: less certain than usual, near ties, overall level, and
 * parts that are still open.
 */

import Type, { type Static } from 'typebox'
import { pointsOf, ranked } from '#engine/scoring/bands.ts'
import { reasonsOf } from '#engine/scoring/reasons.ts'
import { endsOf } from '#engine/scoring/reports.ts'
import type { CloseRun } from '#engine/scoring/closeness.ts'
import { closeNotes } from '#engine/scoring/closenotes.ts'
import type { ReportAnswer } from '#engine/contract/contract.ts'
import { useHref, useScope, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from '#widgets/parts/Button.tsx'
import { CarryOn } from '#widgets/assessments/CarryOn.tsx'
import { useAgain } from '#widgets/parts/useAgain.ts'
import { valueOf } from '#widgets/parts/dataOf.ts'
import { capital, listOf } from '#engine/documents/intl.ts'
import { Note } from '#widgets/parts/Note.tsx'
import { metricsOf, openOf, resultsOf } from './resultOf.ts'
import * as score from '#widgets/parts/scoreProps.ts'
import '../parts/drawing.css'
import css from './ResultNotes.module.css'

const Said = Type.Object({ title: score.Text, text: score.Text }, score.strict)
const RunWords = Type.Object(
  { title: score.Text, two: score.Text, many: score.Text },
  {
    ...score.strict,
    description:
      'In words for two and for more: {{types}} are their names, {{count}} the points between the first and the last.',
  },
)

const Close = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        { ...score.row, title: score.Text, tile: Type.Optional(score.tile) },
        score.strict,
      ),
      { minItems: 2, maxItems: 12 },
    ),
    ...score.ownScale,
    ...score.ties,
    ...score.base,
    within: Type.Number({
      minimum: 0,
      description: 'By how many points out of 100 two must differ to count as different.',
    }),
    above: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description:
          'Only scores higher than this, in points out of 100, are looked at; default 50, the middle.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 6,
        description: 'How many of the highest the report talks about; default 3.',
      }),
    ),
    runs: Type.Optional(
      Type.Object(
        {
          near: RunWords,
          tie: RunWords,
          after: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Added to the last.' })),
        },
        {
          ...score.strict,
          description:
            'Says every run of two to four that begins with what is named and in which each is close to the first, in these words and with its points. Default: only the first run, without points.',
        },
      ),
    ),
    even: Type.Optional(
      Type.Object(
        { within: score.even, ...Said.properties },
        { ...score.strict, description: 'Shown instead if the result has no clear shape.' },
      ),
    ),
    low: Type.Optional(
      Type.Object(
        { below: Type.Number({ minimum: 0, maximum: 100 }), ...Said.properties },
        {
          ...score.strict,
          description:
            'Shown if nothing is named and the mean of all is below this many points out of 100.',
        },
      ),
    ),
    high: Type.Optional(
      Type.Object(
        { above: Type.Number({ minimum: 0, maximum: 100 }), ...Said.properties },
        {
          ...score.strict,
          description: 'Shown if the mean of all is above this many points out of 100.',
        },
      ),
    ),
  },
  {
    ...score.strict,
    description:
      'Looks at some scores together, and says which of the highest could change places on another day.',
  },
)
type Close = Static<typeof Close>
type Row = Close['rows'][number]

export const Props = Type.Object(
  {
    close: Type.Optional(Close),
    text: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Always shown.' })),
    open: Type.Optional(
      Type.Boolean({
        description:
          'Says which parts are left to take; default true. False if the page has cards for them.',
      }),
    ),
  },
  score.strict,
)

export const ResultNotes = defineWidget<typeof Props>(
  'result-notes',
  function ResultNotes({ data, close, text, open = true }) {
    const t = useText()
    const { catalog } = useRenderContext()
    const again = useAgain()
    const { signedIn } = useScope().session
    const report = valueOf<ReportAnswer>(data)
    if (report === null) return null
    const results = resultsOf(report)
    const known = (ids: readonly string[]) =>
      ids.flatMap((id) => catalog.get('assessment', id) ?? [])
    const many = Object.keys(results).length + openOf(report).length > 1
    const unsure = known(
      Object.keys(results).filter((id) => results[id]!.quality.confidence === 'low'),
    )
    const metrics = metricsOf(report)
    const all = close === undefined ? [] : ranked(metrics, close.rows, close)
    const { even, runs, whole, named } = closeNotes(all, close)
    const parts = known(open ? openOf(report) : [])
    const begun = Object.keys(results).map((id) => (
      <CarryOn key={id} assessment={id} named={many} />
    ))
    if (
      runs.length + unsure.length + parts.length === 0 &&
      even === undefined &&
      whole === undefined &&
      !text
    )
      return <>{begun}</>
    return (
      <div className="stack-s">
        {begun}
        {even && (
          <Note look="doubt" title={t(even.title)}>
            {t(even.text)}
          </Note>
        )}
        {runs.map((run, index) => (
          <CloseCall
            key={run.rows[0]!.id}
            run={run}
            words={close!.runs}
            isLast={index === runs.length - 1 && named > 1}
            points={pointsOf(run.apart, endsOf(metrics, close!))}
          />
        ))}
        {unsure.map(({ id, label, minutes, quizRoute, startRoute }) => (
          <Note key={id} look="doubt" title={t('result.unsure.title')}>
            {many && `${t(label)}: `}
            {t(signedIn ? 'result.unsure.text' : 'result.unsure.visitor', {
              why: reasonsOf(results[id]!.quality.flags)
                .map((key) => t(key))
                .join(' '),
              minutes: t('common.minutes', { count: minutes }),
            })}
            {signedIn && (
              <Go
                route={quizRoute ?? startRoute}
                text={t('result.unsure.again')}
                query={again(id)}
              />
            )}
          </Note>
        ))}
        {whole && (
          <Note look="doubt" title={t(whole.title)}>
            {t(whole.text)}
          </Note>
        )}
        {parts.map(({ id, label, minutes, startRoute }) => (
          <Note key={id} title={t(label)}>
            {t('result.open.text', { minutes: t('common.minutes', { count: minutes }) })}
            <Go route={startRoute} text={t('result.open.go')} />
          </Note>
        ))}
        {text && <Note>{t(text)}</Note>}
      </div>
    )
  },
)

/** Names that could swap places, in the report's own words or in general ones. */
function CloseCall({
  run: { rows, apart },
  words: all,
  isLast,
  points,
}: {
  run: CloseRun<Row>
  words: Close['runs']
  /** What holds for every run is said once, after the last. */
  isLast: boolean
  points: number
}) {
  const t = useText()
  const { language } = useScope()
  const names = listOf(
    rows.map(({ title }) => t(title)),
    language,
  )
  if (all === undefined) {
    return (
      <Note look="doubt" title={t('result.close.title')}>
        {t('result.close.text', { names: capital(names, language) })}
      </Note>
    )
  }
  const words = all[apart === 0 ? 'tie' : 'near']
  const tiles = rows.flatMap(({ tile }) => tile ?? [])
  return (
    <Note
      look="doubt"
      title={t(words.title)}
      {...(tiles.length > 1 && { picture: <Overlap tiles={tiles} /> })}
    >
      {t(rows.length > 2 ? words.many : words.two, { types: names, count: points })}{' '}
      {isLast && t(all.after)}
    </Note>
  )
}

/** Two circles in the colours of the tiles, one over the other. */
function Overlap({ tiles }: { tiles: readonly string[] }) {
  return (
    <svg className={css['overlap']} viewBox="0 0 56 40" aria-hidden="true" focusable="false">
      {tiles.slice(0, 2).map((tile, index) => (
        <circle key={tile} className={`t-${tile}`} cx={20 + index * 16} cy="20" r="17" />
      ))}
    </svg>
  )
}

function Go({
  route,
  text,
  query,
}: {
  route: string | undefined
  text: string
  query?: Readonly<Record<string, string>> | undefined
}) {
  const href = useHref()
  return (
    route !== undefined && (
      <div className={css['go']}>
        <ButtonLink look="line" small to={href(route, undefined, query)}>
          {text}
        </ButtonLink>
      </div>
    )
  )
}
