/** A picture on any page, with the words that say what it shows, and a caption if it has one. */

import Type from 'typebox'
import { pictureSources } from '#engine/documents/picture.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import * as score from '#widgets/parts/scoreProps.ts'
import { StripBoard } from '#widgets/parts/StripBoard.tsx'
import css from './Picture.module.css'

export const Props = Type.Object(
  {
    image: Type.String({
      'x-address': 'picture',
      'x-words': 'pictureText',
      'x-pixels': 'pixels',
      maxLength: 300,
      description: 'An uploaded picture.',
    }),
    ...score.pictured,
    caption: Type.Optional(
      Type.String({
        'x-ref': 'text',
        'x-called': 'captionBelow',
        description: 'A line below the picture that everyone reads.',
      }),
    ),
    size: Type.Optional(
      Type.Enum(['s', 'm', 'wide'], {
        description: 'Small, as wide as a text (default), or as wide as the page.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** How wide it is drawn. */
const SIZES = {
  s: '16rem',
  m: '(min-width: 42rem) 40rem, 100vw',
  wide: '(min-width: 76rem) 74rem, 100vw',
} as const

export const Picture = defineWidget<typeof Props>(
  'picture',
  function Picture({ image, pictureText, decorative = false, caption, size = 'm', pixels }) {
    const t = useText()
    const [width, height] = pixels?.split('x') ?? []
    return (
      <figure className={`${css['figure']} ${css[size]}`}>
        {image === '' ? (
          // Not chosen yet, as in a preview: there is something to see and to click.
          <span className={css['none']}>
            <StripBoard name="card" />
          </span>
        ) : (
          <img
            className={css['image']}
            {...pictureSources(image, SIZES[size])}
            width={width}
            height={height}
            alt={decorative ? '' : t(pictureText)}
            loading="lazy"
            decoding="async"
          />
        )}
        {caption && <figcaption className="small mute">{t(caption)}</figcaption>}
      </figure>
    )
  },
)
