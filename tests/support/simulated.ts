/**
 * Simulated people who answer an instrument: model people with the means, spreads and alphas of the
 * reference samples, and six ways of answering without reading. The same seed, the same people.
 */

import { optionsOf, type AnswerValue } from '#engine/scoring/answervalue.ts'
import type { ScoringKey } from '#engine/scoring/scoring.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'

export type Instrument = {
  readonly key: ScoringKey
  readonly document: DocumentOf<'assessment'>
}
export type Answered = {
  readonly answers: Readonly<Record<string, AnswerValue>>
  readonly ms: Readonly<Record<string, number>>
  /** Item ids as they were shown. */
  readonly order: readonly string[]
}

export const STYLES = ['plain', 'agreeable', 'extreme', 'middle'] as const
export type Style = (typeof STYLES)[number]
export const CARELESS = [
  'random',
  'same option',
  'alternating',
  'cycling',
  'second half random',
  'around one option',
] as const
export type Careless = (typeof CARELESS)[number]

/** Numbers from 0 to 1 (mulberry32). */
export function randomness(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** 20 % agree with anything, 10 % use the ends of the scale, 10 % its middle. */
export function styleOf(random: () => number): Style {
  const roll = random()
  return roll < 0.2 ? 'agreeable' : roll < 0.3 ? 'extreme' : roll < 0.4 ? 'middle' : 'plain'
}

/**
 * Share of an item's variance that its scale explains, where no reference is known: gives an alpha
 * of about .83 with ten.
 */
const SHARED = 0.33
/** The alpha of scales whose questions agree less, for some group of people. */
export const LITTLE = 0.6

type Trait = { readonly ease: number; readonly spread: number; readonly shared: number }
/** Where nothing is known of a scale. */
const UNKNOWN: Trait = { ease: 0.55, spread: 0.29, shared: SHARED }
/**
 * The middle and the spread of an item, as shares of the answer scale, and what its scale explains.
 * Found by trying, so that ten items have the means, spreads and alphas of the reference sample
 * (assessments 2) among people of all styles; the benchmark and `quality.test.ts` print and check
 * them.
 */
const REFERENCE: Readonly<Record<string, Trait>> = {
  extraversion: { ease: 0.496, spread: 0.373, shared: 0.503 },
  emotional_stability: { ease: 0.478, spread: 0.356, shared: 0.446 },
  agreeableness: { ease: 0.757, spread: 0.359, shared: 0.383 },
  conscientiousness: { ease: 0.593, spread: 0.33, shared: 0.338 },
  open_mindedness: { ease: 0.76, spread: 0.323, shared: 0.318 },
}

/**
 * A person who reads and means it.
 *
 * @param alpha of each scale, in place of what is known of it
 */
export function modelPerson(
  instrument: Instrument,
  random: () => number,
  style: Style = styleOf(random),
  alpha?: number,
): Answered {
  const { key, document } = instrument
  const order = orderOf(instrument, random)
  const scales = key.scales.map(({ id }) => [id, normal(random)] as const)
  const traits = new Map<string, number>(scales)
  const skill = normal(random)
  const sizes = new Map(
    scales.map(([id]) => [id, key.items.filter(({ scale }) => scale === id).length]),
  )
  const answers: Record<string, AnswerValue> = {}
  for (const id of order) {
    const item = key.items.find((each) => each.id === id)!
    const options = optionsOf(document, id)
    if (item.ranks) {
      answers[id] = scales
        .map(([scale]) => ({ scale, wish: 0.9 * traits.get(scale)! + normal(random) }))
        .sort((a, b) => b.wish - a.wish)
        .map(({ scale }) => scale)
    } else if (item.correct !== undefined || item.weights !== undefined) {
      const best = item.correct ?? [...item.weights!].sort((a, b) => b.weight - a.weight)[0]!.id
      const knows = random() < 1 / (1 + Math.exp(-(0.9 + skill)))
      answers[id] = knows ? best : options[Math.floor(random() * options.length)]!
    } else
      answers[id] = rating(
        item,
        traits.get(item.scale!)!,
        key.responseScale!,
        random,
        style,
        alpha === undefined ? undefined : sharedFor(alpha, sizes.get(item.scale!)!),
      )
  }
  return { answers, ms: times(order, 4300, random), order }
}

/** How much a scale of so many items explains of each, for it to have this alpha. */
function sharedFor(alpha: number, size: number): number {
  return alpha / (size - alpha * (size - 1))
}

function rating(
  { scale, reverse }: ScoringKey['items'][number],
  trait: number,
  { min, max }: { min: number; max: number },
  random: () => number,
  style: Style,
  fixed: number | undefined,
): number {
  const span = max - min
  const { ease, spread, shared: known } = REFERENCE[scale!] ?? UNKNOWN
  const shared = fixed ?? known
  const deviation =
    spread * span * (Math.sqrt(shared) * trait + Math.sqrt(1 - shared) * normal(random))
  const meant = span * (ease - 0.5) + deviation
  let off = reverse ? -meant : meant
  if (style === 'agreeable') off += 0.12 * span
  if (style === 'extreme') off *= 1.6
  if (style === 'middle') off *= 0.6
  return Math.max(min, Math.min(max, Math.round((min + max) / 2 + off)))
}

/** A person who doesn't read. */
export function carelessPerson(
  instrument: Instrument,
  kind: Careless,
  random: () => number,
): Answered {
  const { key } = instrument
  const meant = modelPerson(instrument, random)
  const { order } = meant
  const start = Math.floor(random() * 60)
  /** Lists that are put in order, tapped by where their lines are shown. */
  const tapped = (shown: readonly string[], own: AnswerValue, how: Careless, place: number) => {
    const turned = (by: number) => shown.map((_, at) => shown[(at + by) % shown.length]!)
    const any = () => shuffle(shown, random)
    switch (how) {
      case 'random':
        return any()
      case 'same option':
        return turned(start)
      case 'alternating':
        return place % 2 === 0 ? shown : shown.toReversed()
      case 'cycling':
        return turned(place)
      case 'second half random':
        return place < order.length / 2 ? own : any()
      case 'around one option':
        return random() < 0.7 ? turned(start) : any()
    }
  }
  const answers = Object.fromEntries(
    order.map((id, place) => {
      const choices = choicesOf(instrument, id)
      const any = () => choices[Math.floor(random() * choices.length)]!
      const at = (index: number) =>
        choices[((index % choices.length) + choices.length) % choices.length]!
      if (key.items.find((each) => each.id === id)!.ranks)
        return [id, tapped(optionsOf(instrument.document, id), meant.answers[id]!, kind, place)]
      switch (kind) {
        case 'random':
          return [id, any()]
        case 'same option':
          return [id, at(start)]
        case 'alternating':
          return [id, place % 2 === 0 ? choices[0]! : choices.at(-1)!]
        case 'cycling':
          return [id, at(place)]
        case 'second half random':
          return [id, place < order.length / 2 ? meant.answers[id]! : any()]
        case 'around one option':
          return [id, at(start + (random() < 0.7 ? 0 : random() < 0.5 ? 1 : -1))]
      }
    }),
  )
  return { answers, ms: times(order, 2600, random), order }
}

function choicesOf({ key, document }: Instrument, id: string): readonly AnswerValue[] {
  if (key.responseScale === undefined) return optionsOf(document, id)
  const { min, max } = key.responseScale
  return Array.from({ length: max - min + 1 }, (_, index) => min + index)
}

function orderOf({ document }: Instrument, random: () => number): string[] {
  const ids = document.items!.map(({ id }) => id)
  return document.order === 'random' ? shuffle(ids, random) : ids
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all]
  return all.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!)
}

/** Log-normal around a middle, so that pace alone never gives the careless away. */
function times(order: readonly string[], middle: number, random: () => number) {
  return Object.fromEntries(
    order.map((id) => [id, Math.round(middle * Math.exp(0.45 * normal(random)))]),
  )
}

/** Cronbach's alpha of a scale over people. @param rows people x items */
export function alphaOf(rows: readonly (readonly number[])[]): number {
  const items = rows[0]!.length
  const variances = Array.from({ length: items }, (_, item) =>
    variance(rows.map((row) => row[item]!)),
  )
  const total = variance(rows.map((row) => row.reduce((sum, value) => sum + value, 0)))
  return (items / (items - 1)) * (1 - variances.reduce((sum, value) => sum + value, 0) / total)
}

export function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
