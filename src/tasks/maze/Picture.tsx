/** A small maze, half solved: an illustration that never occurs in the task. */

import { DIRECTIONS, distancesTo, moveFrom, practiceMaze, type Maze } from '#engine/tasks/maze.ts'
import css from './Task.module.css'

const CELL = 30

/** The first cells of the shortest path, from the start. */
function wayOf(maze: Maze, cells: number): number[] {
  const distances = distancesTo(maze)
  const way = [maze.start]
  while (way.length < cells) {
    const cell = way[way.length - 1]!
    const next = DIRECTIONS.map((direction) => moveFrom(maze, cell, direction)).find(
      (each) => each !== null && distances[each]! < distances[cell]!,
    )
    if (next === undefined || next === null) break
    way.push(next)
  }
  return way
}

function wallsOf(maze: Maze): string {
  const { size } = maze
  return maze.open
    .flatMap((_bits, cell) => {
      const x = (cell % size) * CELL
      const y = Math.floor(cell / size) * CELL
      const right =
        cell % size < size - 1 && moveFrom(maze, cell, 'R') === null
          ? `M${x + CELL} ${y}v${CELL}`
          : ''
      const below =
        cell < size * (size - 1) && moveFrom(maze, cell, 'D') === null
          ? `M${x} ${y + CELL}h${CELL}`
          : ''
      return [right, below]
    })
    .join('')
}

const maze = practiceMaze(-1)
const middle = (cell: number): readonly [number, number] => [
  ((cell % maze.size) + 0.5) * CELL,
  (Math.floor(cell / maze.size) + 0.5) * CELL,
]
const way = wayOf(maze, 6).map(middle)
const [dotX, dotY] = way[way.length - 1]!
const [flagX, flagY] = middle(maze.goal)
const side = maze.size * CELL

export function MazePicture() {
  return (
    <svg
      viewBox={`-3 -3 ${side + 6} ${side + 6}`}
      className={css['picture']}
      aria-hidden="true"
      focusable="false"
    >
      <rect className={css['paper']} width={side} height={side} rx="6" />
      <path className={css['way']} d={`M${way.map(([x, y]) => `${x} ${y}`).join('L')}`} />
      <path className={css['wall']} d={wallsOf(maze)} />
      <rect className={css['edge']} width={side} height={side} rx="6" />
      <path className={css['pole']} d={`M${flagX - 7} ${flagY + 10}v-20h15l-4 5.500 4 5.500h-15`} />
      <circle className={css['dot']} cx={dotX} cy={dotY} r="9" />
      <circle className={css['eye']} cx={dotX} cy={dotY} r="3.500" />
    </svg>
  )
}
