/** The picture in the introduction of each task. */

import type { ComponentType } from 'react'
import { HANDS } from '#engine/tasks/rps.ts'
import type { TaskName } from '#engine/tasks/score.ts'
import { MazePicture } from './maze/Picture.tsx'
import { HandPicture } from './rock-paper-scissors/Hands.tsx'

export const PICTURES: Readonly<Record<TaskName, ComponentType>> = {
  'rock-paper-scissors': () => HANDS.map((hand) => <HandPicture key={hand} hand={hand} />),
  maze: MazePicture,
}
