/** The result in words first: the three types as headline, one sentence of them, letters as a footnote. */

import Type from 'typebox'
import { isFlat } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { valueOf } from './dataOf.ts'
import { TYPE_OF_LETTER, TYPES } from './Glyph.tsx'
import { Heading } from './Heading.tsx'
import { listOf } from './intl.ts'
import { Failed } from './StateScene.tsx'
import { TypeTile } from './TypeTile.tsx'
import { Bar, Waiting } from './Waiting.tsx'
import './print.css'
import css from './ReportCover.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

export const ReportCover = defineWidget<typeof Props>('report-cover', function ReportCover({ data, level }) {
  const t = useText()
  const { language } = useScope()
  if (data?.status === 'failed') return <Failed data={data} level={level} />
  const report = valueOf<WorkerTypeReport>(data)
  if (report === null) {
    return (
      <Waiting text="worker.loading">
        <div className={css['skeleton']}>
          <Bar look="title" />
          <Bar look="long" />
          <Bar look="tall" />
        </div>
      </Waiting>
    )
  }
  if (isFlat(report.metrics)) {
    return (
      <header className={`${css['cover']} on-cloth`}>
        <div className={css['words']}>
          <Heading level={level} className={css['title']}>
            {t('worker.flat.title')}
          </Heading>
          <p className={css['lead']}>{t('worker.flat.lead')}</p>
        </div>
        <ul className={`${css['tiles']} ${css['six']}`}>
          {TYPES.map((type) => (
            <li key={type}>
              <TypeTile type={type} />
              <span>{t(`type.${type}.name`)}</span>
            </li>
          ))}
        </ul>
      </header>
    )
  }
  const top = report.types.slice(0, 3)
  const types = top.map(({ letter }) => TYPE_OF_LETTER[letter])
  const [first, second, third] = types.map((type) => t(`worker.like.${type}`))
  return (
    <header className={`${css['cover']} on-cloth`}>
      <div className={css['words']}>
        <Heading level={level} className={css['title']}>
          <span className={css['most']}>{t(`worker.mostLike.${types[0]}`)} </span>
          {listOf(
            types.map((type) => t(`type.${type}.name`)),
            language,
            'unit',
          )}
        </Heading>
        <p className={css['lead']}>{t('worker.sentence', { first, second, third })}</p>
      </div>
      <ol className={css['tiles']}>
        {top.map(({ letter }, index) => (
          <li key={letter} className={index === 0 ? undefined : css[top[index - 1]!.close ? 'close' : 'clear']}>
            <TypeTile type={TYPE_OF_LETTER[letter]} size="l" />
            <strong>{t(`type.${TYPE_OF_LETTER[letter]}.name`)}</strong>
            <span className={css['letter']}>{letter}</span>
          </li>
        ))}
      </ol>
    </header>
  )
})
