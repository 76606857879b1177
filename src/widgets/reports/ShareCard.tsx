/**
 * A result as a card to send to a friend: a picture drawn on this device, in one of a few shapes.
 * It holds words only, no score, and no name unless the person ticks it.
 */

import { useEffect, useId, useMemo, useRef, useState } from 'react'
import Type, { type Static } from 'typebox'
import { useAction, useRenderContext } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useScreenData } from '#engine/react/Screen.tsx'
import { useText } from '#engine/react/text.tsx'
import { listOf } from '#engine/documents/intl.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Card } from '#widgets/parts/Card.tsx'
import { TYPES } from '#widgets/parts/Glyph.tsx'
import { Heading, inCard } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { metricsIn } from './resultOf.ts'
import { typesIn, typesOfReport } from './results.ts'
import {
  colorsOf,
  drawCard,
  pictureOf,
  SHAPES,
  SIZES,
  type CardWords,
  type Shape,
} from './sharecard.ts'
import css from './ShareCard.module.css'

const Text = Type.String({ 'x-ref': 'text' })
const strict = { additionalProperties: false } as const

export const Props = Type.Object(
  {
    report: Type.String({ 'x-ref': 'report', description: 'The report whose result is shown.' }),
    title: Text,
    text: Text,
    over: Type.String({ 'x-ref': 'text', description: 'On the card, above the result: "I am a".' }),
    overNamed: Type.String({ 'x-ref': 'text', description: 'The same with {{name}}.' }),
    ask: Type.String({ 'x-ref': 'text', description: 'On the card, below it: "And you?".' }),
    alt: Type.String({
      'x-ref': 'text',
      description: 'What the picture says, for people who don’t see it: {{over}}, {{types}}.',
    }),
    cards: Type.Array(
      Type.Object(
        { id: Type.String({ maxLength: 80 }), text: Text, shape: Type.Enum([...SHAPES]) },
        strict,
      ),
      { minItems: 1, maxItems: 3 },
    ),
    choose: Type.String({ 'x-ref': 'text', description: 'Of the choice, for readers.' }),
    name: Type.String({ 'x-ref': 'text', description: 'Puts the first name on it: {{name}}.' }),
    send: Text,
    save: Type.String({ 'x-ref': 'text', description: 'With {{count}}, its kilobytes.' }),
    under: Type.Optional(Type.String({ 'x-ref': 'text', description: 'Below the buttons.' })),
    file: Type.String({ 'x-ref': 'text', description: 'Name of the file.' }),
  },
  { ...strict, 'x-needs': ['report-names'] },
)

export const ShareCard = defineWidget<typeof Props>('share-card', function ShareCard(props) {
  const { catalog, scope } = useRenderContext()
  // A visitor's result is that of the page around it.
  const around = metricsIn(useScreenData()['report'])
  const report = catalog.get('report', props.report)
  const types =
    report === undefined
      ? null
      : scope.user === null && around !== null
        ? typesIn(report, catalog, around)
        : typesOfReport(report, catalog, scope)
  // Without an order there's nothing to say in three words.
  if (types === null) return null
  return <Drawn {...props} types={types} />
})

type Drawing = Static<typeof Props> & {
  readonly id: string
  readonly level: Parameters<typeof inCard>[0]
  readonly types: NonNullable<ReturnType<typeof typesOfReport>>
}

function Drawn({ id, level, types, ...said }: Drawing) {
  const t = useText()
  const { scope } = useRenderContext()
  const group = useId()
  const share = useAction<object>('text.share')
  const keep = useAction<object>('file.save')
  const [chosen, setChosen] = useState(said.cards[0]!.id)
  const [isNamed, setNamed] = useState(false)
  const { language } = scope
  const first = scope.user?.profile['firstName']
  const name = typeof first === 'string' ? first : ''
  const over = t(isNamed ? said.overNamed : said.over, { name })
  const ask = t(said.ask)
  const names = types.map(({ id: type, label }) => t(label) || type).join('\n')
  const words = useMemo(
    (): CardWords => ({
      types: types.flatMap(({ id: type }, index) => {
        const known = TYPES.find((each) => each === type)
        return known === undefined ? [] : [{ id: known, name: names.split('\n')[index] ?? '' }]
      }),
      over,
      ask,
      address: location.host,
      language,
      isRtl: document.documentElement.dir === 'rtl',
    }),
    // The list is made anew with every drawing of the page; its names say whether it changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [names, over, ask, language],
  )
  const alt = t(said.alt, { over, types: listOf(names.split('\n'), language) })
  const shape = said.cards.find((card) => card.id === chosen)?.shape ?? 'tall'
  const picture = usePicture(shape, words)
  const file = () =>
    picture === null ? null : new File([picture], `${t(said.file)}.png`, { type: 'image/png' })
  return (
    <Card labelledBy={`${id}-title`}>
      <div className={`stack-s no-print ${css['all']}`}>
        <Heading level={inCard(level)} id={`${id}-title`}>
          {t(said.title)}
        </Heading>
        <p className="small mute">{t(said.text)}</p>
        <fieldset className={css['cards']}>
          <legend className="hidden-text">{t(said.choose)}</legend>
          {said.cards.map((card) => (
            <label key={card.id} className={`${css['card']} ${css[card.shape]}`}>
              <input
                type="radio"
                name={group}
                className="hidden-text"
                checked={card.id === chosen}
                onChange={() => setChosen(card.id)}
              />
              <Preview shape={card.shape} words={words} alt={alt} />
              <span className={css['label']}>{t(card.text)}</span>
            </label>
          ))}
        </fieldset>
        {name !== '' && (
          <label className={css['name']}>
            <input
              type="checkbox"
              checked={isNamed}
              onChange={({ currentTarget }) => setNamed(currentTarget.checked)}
            />
            <span>{t(said.name, { name })}</span>
          </label>
        )}
        <div className={css['acts']}>
          <Button
            disabled={picture === null}
            icon={<Icon name="mail" />}
            // The wide card has room beside it for where to find out.
            onClick={() => {
              const link = shape === 'wide' ? `\n${location.origin}` : ''
              void share({ path: '', file: file(), text: alt + link })
            }}
          >
            {t(said.send)}
          </Button>
          <Button
            look="line"
            disabled={picture === null}
            icon={<Icon name="download" />}
            onClick={() => void keep({ path: '', file: file() })}
          >
            {t(said.save, { count: Math.max(1, Math.ceil((picture?.size ?? 0) / 1000)) })}
          </Button>
        </div>
        {said.under !== undefined && <p className="small mute">{t(said.under)}</p>}
      </div>
    </Card>
  )
}

function Preview({ shape, words, alt }: { shape: Shape; words: CardWords; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, height] = SIZES[shape]
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context)
      drawCard(context, shape, words, colorsOf(getComputedStyle(document.documentElement)), 2)
  }, [shape, words])
  return <canvas ref={canvas} width={width * 2} height={height * 2} role="img" aria-label={alt} />
}

/** The file, made anew when its words change; null until then, and where it can't be made. */
function usePicture(shape: Shape, words: CardWords): Blob | null {
  const [made, setMade] = useState<{ of: CardWords; shape: Shape; blob: Blob | null } | null>(null)
  useEffect(() => {
    let isWanted = true
    void pictureOf(shape, words, colorsOf(getComputedStyle(document.documentElement))).then(
      (blob) => isWanted && setMade({ of: words, shape, blob }),
    )
    return () => void (isWanted = false)
  }, [shape, words])
  return made?.of === words && made.shape === shape ? made.blob : null
}
