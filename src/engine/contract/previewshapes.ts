/** A preview that was made: its address, and what it leaves out. */

import Type from 'typebox'
import { Moment } from './shapes.ts'

export const PreviewLinkSchema = Type.Object({
  url: Type.String(),
  expiresAt: Moment,
  left: Type.Array(
    Type.Object({ document: Type.String(), title: Type.String(), isLive: Type.Boolean() }),
  ),
})
