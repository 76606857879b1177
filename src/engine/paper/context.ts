/** What the counterpart of a widget knows: the report, its texts, and the colours of the paper. */

import type { ReportAnswer, ReportResult } from '#engine/contract/contract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { capital } from '#engine/documents/intl.ts'
import { isObject } from '#engine/documents/json.ts'
import { measured, perLevel } from '#engine/scoring/levels.ts'
import { bandsOf, CUTS } from '#engine/scoring/bands.ts'
import type { Metrics } from '#engine/scoring/reports.ts'
import type { Scope } from '#engine/rules/scope.ts'
import type { Block, Said } from './blocks.ts'
import { isLong } from './height.ts'
import { pieceOf } from './pieces.ts'

/** Roles that drawings name; every brand has them. */
type DrawnRole = 'ink' | 'ink-2' | 'brand' | 'brand-soft' | 'brand-mid' | 'on-brand'
/** Role -> hex. */
export type Colors = Readonly<Record<string, string> & Record<DrawnRole, string>>
type Values = Readonly<Record<string, string | number>>

export type PaperInput = {
  readonly catalog: Catalog
  readonly scope: Scope
  readonly answer: ReportAnswer
  readonly language: string
  readonly rtl: boolean
  readonly colors: Colors
  readonly translate: (key: string, values?: Values) => string
}

export type PaperContext = PaperInput & {
  /** By assessment; those of timed tasks as the mean of a level. */
  readonly metrics: Metrics
  /** A text key, a key with values, or text that is translated already. */
  readonly t: (text: unknown, values?: Values) => string
  readonly say: (text: string) => Said
  /** "**34** of 40" */
  readonly sayBoth: (bold: string, rest: string) => Said
  /** A text by its key, ready to be drawn. */
  readonly text: (text: unknown, values?: Values) => Said
  /** A score in words: its band, or a range of bands if it could be in either on another day. */
  readonly band: (
    score: number,
    sem?: number,
    cuts?: readonly number[],
    bands?: readonly string[],
  ) => Said
}

const BANDS: readonly string[] = ['result.band.less', 'result.band.middle', 'result.band.more']

export function contextOf(input: PaperInput): PaperContext {
  const { translate, language, rtl, answer } = input
  const t = (text: unknown, values?: Values): string => {
    if (typeof text === 'string') return text === '' ? '' : translate(text, values)
    if (!isObject(text)) return ''
    if (typeof text['words'] === 'string') return text['words']
    return typeof text['key'] === 'string'
      ? translate(text['key'], { ...(text['values'] as Values | undefined), ...values })
      : ''
  }
  const say = (words: string): Said => (words.trim() === '' ? [] : [pieceOf(words, rtl)])
  return {
    ...input,
    t,
    say,
    sayBoth: (bold, rest) => {
      const [direction] = pieceOf(bold + rest, rtl)
      return [
        [direction, rest === '' ? bold : `${bold} `, true],
        [direction, rest],
      ]
    },
    text: (text, values) => say(t(text, values)),
    band: (score, sem = 0, cuts = CUTS, bands = BANDS) => {
      const [low, high] = bandsOf(score, sem, cuts).map((band) => t(bands[band]))
      return say(
        capital(low === high ? low! : t('result.between', { low: low!, high: high! }), language),
      )
    },
    metrics: Object.fromEntries(
      Object.entries(answer.results).map(
        ([assessment, { metrics, quality }]: [string, ReportResult]) => [
          assessment,
          perLevel(measured(metrics, quality.not_measured)),
        ],
      ),
    ),
  }
}

/** The texts that there are, one below the other. */
export function texts(
  look: Extract<Block, { as: 'text' }>['look'],
  ...all: readonly Said[]
): Block[] {
  return all.flatMap((text) => (text.length === 0 ? [] : [{ as: 'text' as const, look, text }]))
}

export function card(title: Said, children: readonly Block[], svg: string | null = null): Block {
  return { as: 'card', long: isLong(children), title, svg, children }
}

export function group(children: readonly Block[]): Block {
  return { as: 'group', long: isLong(children), children }
}
