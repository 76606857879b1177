/** The facts about an instrument on paper, and parts that haven't been taken yet. */

import { dateOf, languageName } from '#engine/documents/intl.ts'
import { lengthOf } from '#engine/scoring/answervalue.ts'
import type { Block, Said } from './blocks.ts'
import { card, group, texts, type PaperContext } from './context.ts'
import { markOf } from './pictures.ts'

export function instrumentPaper(
  { assessment }: { readonly assessment: string },
  { catalog, answer, text, t, say, language }: PaperContext,
): Block[] {
  const document = catalog.get('assessment', assessment)
  if (document === undefined) return []
  const taken = answer.results[assessment]
  const { instrument, minutes } = document
  const { asked, count } = lengthOf(document)
  const about = t('common.minutes', { count: minutes })
  const now = instrument?.version ?? ''
  const answered = taken?.instrument.version ?? now
  const rows: [name: string, value: Said][] = [
    ['basis', text(instrument?.basis)],
    [
      'length',
      say(
        count === undefined
          ? about
          : t('instrument.lengthOf', {
              asked: t(`instrument.asked.${asked}`, { count }),
              minutes: about,
            }),
      ),
    ],
    ['language', say(languageName(taken?.instrument.language ?? language, language))],
    ['reliability', say(t(instrument?.reliability) || t('instrument.reliabilityUnknown'))],
    ['limits', text(instrument?.limits)],
    [
      'version',
      say(
        answered === now || answered === ''
          ? now
          : t('instrument.newer', { version: answered, now }),
      ),
    ],
    ['date', say(taken === undefined ? '' : dateOf(taken.resultDate, language))],
  ]
  return [
    group([
      { as: 'heading', level: 3, text: say(`${t(document.label)}: ${t('instrument.about')}`) },
      {
        as: 'facts',
        rows: rows.flatMap(([name, value]) =>
          value.length === 0 ? [] : [{ name: text(`instrument.${name}`), text: value }],
        ),
      },
      ...texts('tiny', text('instrument.purpose')),
    ]),
  ]
}

/** A part that hasn't been taken yet. */
export function openPart(
  { assessment, icon: name }: { readonly assessment: string; readonly icon?: string },
  { catalog, text, colors }: PaperContext,
): Block[] {
  const document = catalog.get('assessment', assessment)
  if (document === undefined) return []
  return [
    card(
      text(document.label),
      [
        ...texts('mute', text(document.summary)),
        ...texts('strong', text('card.minutes', { count: document.minutes })),
      ],
      markOf(name === undefined ? {} : { icon: name }, colors),
    ),
  ]
}
