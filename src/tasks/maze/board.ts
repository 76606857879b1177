/**
 * Draws a maze on a canvas: the walls once, then for every cell entered the path, the flag and the
 * dot.
 */

import { moveFrom, type Direction, type Maze } from '#engine/tasks/maze.ts'
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

/** A canvas with the maze's measures on it; lengths in device pixels. */
type Sheet = {
  readonly on: CanvasRenderingContext2D
  readonly maze: Maze
  readonly colours: Colours
  /** Device pixels of a CSS pixel. */
  readonly scale: number
  /** Side of a cell. */
  readonly cell: number
  /** The middle of a cell. */
  readonly place: (index: number) => readonly [number, number]
}

/** @param side of the canvas in CSS pixels */
export function makeBoard(canvas: HTMLCanvasElement, maze: Maze, side: number): Board {
  const scale = Math.min(3, devicePixelRatio || 1)
  canvas.width = Math.round(side * scale)
  canvas.height = canvas.width
  const { size } = maze
  const cell = canvas.width / (size + 2 * MARGIN)
  const sheet: Sheet = {
    on: canvas.getContext('2d', { alpha: false })!,
    maze,
    colours: coloursOf(canvas),
    scale,
    cell,
    place: (index) => [
      (MARGIN + (index % size) + 0.5) * cell,
      (MARGIN + Math.floor(index / size) + 0.5) * cell,
    ],
  }
  const layer = document.createElement('canvas')
  layer.width = canvas.width
  layer.height = canvas.height
  drawWalls({ ...sheet, on: layer.getContext('2d', { alpha: false })! })
  return {
    draw(state) {
      sheet.on.drawImage(layer, 0, 0)
      drawPath(sheet, state.path)
      drawFlag(sheet)
      drawDot(sheet, state)
    },
    cover: () => fill(sheet),
  }
}

function fill({ on, colours }: Sheet): void {
  on.fillStyle = colours.surface
  on.fillRect(0, 0, on.canvas.width, on.canvas.height)
}

function drawWalls(sheet: Sheet): void {
  const { on, maze, colours, scale, cell } = sheet
  const { size } = maze
  fill(sheet)
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
}

function drawFlag({ on, maze, colours, scale, cell, place }: Sheet): void {
  const [x, y] = place(maze.goal)
  const unit = cell * 0.3
  on.beginPath()
  on.moveTo(x - unit * 0.75, y - unit)
  on.lineTo(x + unit * 0.95, y - unit)
  on.lineTo(x + unit * 0.45, y - unit * 0.45)
  on.lineTo(x + unit * 0.95, y + unit * 0.1)
  on.lineTo(x - unit * 0.75, y + unit * 0.1)
  on.closePath()
  on.fillStyle = colours.step
  on.fill()
  on.beginPath()
  on.moveTo(x - unit * 0.75, y - unit)
  on.lineTo(x - unit * 0.75, y + unit * 1.1)
  on.lineWidth = Math.max(1.5 * scale, cell * 0.09)
  on.lineCap = 'round'
  on.strokeStyle = colours.ink
  on.stroke()
}

function drawPath({ on, colours, cell, place }: Sheet, path: readonly number[]): void {
  on.lineCap = 'round'
  on.lineJoin = 'round'
  on.strokeStyle = colours.mid
  on.fillStyle = colours.mid
  const [startX, startY] = place(path[0]!)
  on.beginPath()
  on.arc(startX, startY, cell * 0.2, 0, 2 * Math.PI)
  on.fill()
  on.beginPath()
  on.moveTo(startX, startY)
  for (const index of path) on.lineTo(...(place(index) as [number, number]))
  on.lineWidth = cell * 0.22
  on.stroke()
}

function drawDot(sheet: Sheet, { cell: at, bumped }: MazeState): void {
  const { on, colours, cell, place } = sheet
  const [x, y] = place(at)
  on.beginPath()
  on.arc(x, y, cell * 0.32, 0, 2 * Math.PI)
  on.fillStyle = colours.brand
  on.fill()
  on.beginPath()
  on.arc(x, y, cell * 0.13, 0, 2 * Math.PI)
  on.fillStyle = colours.surface
  on.fill()
  if (bumped !== null) drawBump(sheet, x, y, bumped)
}

/** Shows the wall that was hit in red until the next try: a text would be too slow. */
function drawBump({ on, colours, scale, cell }: Sheet, x: number, y: number, way: Direction): void {
  const half = cell / 2
  const [fromX, fromY, toX, toY] = {
    U: [-half, -half, half, -half],
    D: [-half, half, half, half],
    L: [-half, -half, -half, half],
    R: [half, -half, half, half],
  }[way] as [number, number, number, number]
  on.beginPath()
  on.moveTo(x + fromX, y + fromY)
  on.lineTo(x + toX, y + toY)
  on.lineWidth = Math.max(3 * scale, cell * WALL * 1.5)
  on.lineCap = 'round'
  on.strokeStyle = colours.bad
  on.stroke()
}
