/**
 * Draws a maze on a canvas: the walls once, then for every cell entered the path, the flag and the
 * dot.
 */

import { moveFrom, type Maze } from '#engine/tasks/maze.ts'
import type { MazeState } from './rules.ts'

export type Board = { readonly draw: (state: MazeState) => void; readonly cover: () => void }

/** Theme colours, read once per level: no styles are computed during play. */
type Colours = Readonly<Record<'surface' | 'ink' | 'brand' | 'mid' | 'step' | 'bad', string>>

function coloursOf(canvas: HTMLCanvasElement): Colours {
  const style = getComputedStyle(canvas)
  const role = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: role('--surface'),
    ink: role('--ink'),
    brand: role('--brand'),
    mid: role('--brand-mid'),
    step: role('--step'),
    bad: role('--bad'),
  }
}

/** Width of a wall, as a share of a cell. */
const WALL = 0.11
const MARGIN = 0.14

/** @param side of the canvas in CSS pixels */
export function makeBoard(canvas: HTMLCanvasElement, maze: Maze, side: number): Board {
  const colours = coloursOf(canvas)
  const scale = Math.min(3, devicePixelRatio || 1)
  canvas.width = Math.round(side * scale)
  canvas.height = canvas.width
  const context = canvas.getContext('2d', { alpha: false })!
  const { size } = maze
  const cell = canvas.width / (size + 2 * MARGIN)
  const place = (index: number): readonly [number, number] => [
    (MARGIN + (index % size) + 0.5) * cell,
    (MARGIN + Math.floor(index / size) + 0.5) * cell,
  ]
  const walls = drawWalls()

  function drawWalls(): HTMLCanvasElement {
    const layer = document.createElement('canvas')
    layer.width = canvas.width
    layer.height = canvas.height
    const on = layer.getContext('2d', { alpha: false })!
    on.fillStyle = colours.surface
    on.fillRect(0, 0, layer.width, layer.height)
    on.strokeStyle = colours.ink
    on.lineWidth = Math.max(2 * scale, cell * WALL)
    on.lineCap = 'round'
    on.lineJoin = 'round'
    const edge = MARGIN * cell
    on.beginPath()
    for (let index = 0; index < size * size; index++) {
      const left = edge + (index % size) * cell
      const top = edge + Math.floor(index / size) * cell
      if (index % size < size - 1 && moveFrom(maze, index, 'R') === null) {
        on.moveTo(left + cell, top)
        on.lineTo(left + cell, top + cell)
      }
      if (index < size * (size - 1) && moveFrom(maze, index, 'D') === null) {
        on.moveTo(left, top + cell)
        on.lineTo(left + cell, top + cell)
      }
    }
    on.stroke()
    on.beginPath()
    on.roundRect(edge, edge, size * cell, size * cell, cell * 0.16)
    on.stroke()
    return layer
  }

  function drawFlag(): void {
    const [x, y] = place(maze.goal)
    const unit = cell * 0.3
    context.beginPath()
    context.moveTo(x - unit * 0.75, y - unit)
    context.lineTo(x + unit * 0.95, y - unit)
    context.lineTo(x + unit * 0.45, y - unit * 0.45)
    context.lineTo(x + unit * 0.95, y + unit * 0.1)
    context.lineTo(x - unit * 0.75, y + unit * 0.1)
    context.closePath()
    context.fillStyle = colours.step
    context.fill()
    context.beginPath()
    context.moveTo(x - unit * 0.75, y - unit)
    context.lineTo(x - unit * 0.75, y + unit * 1.1)
    context.lineWidth = Math.max(1.5 * scale, cell * 0.09)
    context.lineCap = 'round'
    context.strokeStyle = colours.ink
    context.stroke()
  }

  function drawPath(path: readonly number[]): void {
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = colours.mid
    context.fillStyle = colours.mid
    const [startX, startY] = place(path[0]!)
    context.beginPath()
    context.arc(startX, startY, cell * 0.2, 0, 2 * Math.PI)
    context.fill()
    context.beginPath()
    context.moveTo(startX, startY)
    for (const index of path) context.lineTo(...(place(index) as [number, number]))
    context.lineWidth = cell * 0.22
    context.stroke()
  }

  function drawDot({ cell: at, bumped }: MazeState): void {
    const [x, y] = place(at)
    context.beginPath()
    context.arc(x, y, cell * 0.32, 0, 2 * Math.PI)
    context.fillStyle = colours.brand
    context.fill()
    context.beginPath()
    context.arc(x, y, cell * 0.13, 0, 2 * Math.PI)
    context.fillStyle = colours.surface
    context.fill()
    if (bumped === null) return
    // Shows the wall that was hit in red until the next try: a text would be too slow.
    const half = cell / 2
    const [fromX, fromY, toX, toY] = {
      U: [-half, -half, half, -half],
      D: [-half, half, half, half],
      L: [-half, -half, -half, half],
      R: [half, -half, half, half],
    }[bumped] as [number, number, number, number]
    context.beginPath()
    context.moveTo(x + fromX, y + fromY)
    context.lineTo(x + toX, y + toY)
    context.lineWidth = Math.max(3 * scale, cell * WALL * 1.5)
    context.lineCap = 'round'
    context.strokeStyle = colours.bad
    context.stroke()
  }

  return {
    draw(state) {
      context.drawImage(walls, 0, 0)
      drawPath(state.path)
      drawFlag()
      drawDot(state)
    },
    cover() {
      context.fillStyle = colours.surface
      context.fillRect(0, 0, canvas.width, canvas.height)
    },
  }
}
