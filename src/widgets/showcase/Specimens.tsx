/**
 * Widgets as documents name them, in one section of the showcase, on example data that the document
 * brings along.
 */

import Type from 'typebox'
import { use, useMemo } from 'react'
import { defineWidget } from '#engine/react/registry.ts'
import { DataProvider, useScreenData, type ScreenData } from '#engine/react/Screen.tsx'
import { DrawnSection } from './sample.ts'
import css from './Showcase.module.css'

export const Props = Type.Object(
  {
    section: Type.String({
      maxLength: 40,
      description: 'The section of the showcase where these are drawn.',
    }),
    shape: Type.Optional(
      Type.Enum(['two', 'three'], {
        description: 'Beside each other; default: one below another.',
      }),
    ),
    samples: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 8,
        'x-samples': true,
        description: 'Example data by name, for the parts inside.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Specimens = defineWidget<typeof Props>(
  'specimens',
  function Specimens({ section, shape, samples, children }) {
    const drawn = use(DrawnSection)
    const around = useScreenData()
    const data = useMemo(
      (): ScreenData => ({
        ...around,
        ...Object.fromEntries(
          Object.entries(samples ?? {}).map(([name, value]) => [
            name,
            { status: 'ready', value, refreshing: false } as const,
          ]),
        ),
      }),
      [around, samples],
    )
    return (
      drawn === section && (
        <div className={shape === undefined ? 'stack-l' : css[shape]}>
          <DataProvider value={data}>{children}</DataProvider>
        </div>
      )
    )
  },
)
