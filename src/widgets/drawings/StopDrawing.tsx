/**
 * The drawing of an explorer or a topic that comes when it is first needed. Where it can't come its
 * place stays empty, and nothing fails.
 */

import { lazy, Suspense } from 'react'

const Nothing = (_props: { name: string }) => null

const Drawn = lazy(() =>
  Promise.all([import('./StopScene.tsx'), import('./stopShapes.ts')]).then(
    ([{ StopScene }, { STOP_NAMES }]) => ({
      default: ({ name }: { name: string }) => {
        const known = STOP_NAMES.find((each) => each === name)
        return known === undefined ? null : <StopScene name={known} />
      },
    }),
    () => ({ default: Nothing }),
  ),
)

export function StopDrawing({ name }: { name: string }) {
  return (
    <Suspense fallback={null}>
      <Drawn name={name} />
    </Suspense>
  )
}
