/**
 * A PNG with a palette: a drawing of a few flat colours takes a third of what a canvas would make
 * of it (PNG specification, third edition; colour type 3).
 */

/** Enough for flat colours and their soft edges. */
const MAX_COLORS = 48
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]

/** @param pixels red, green, blue, alpha; drawn on an opaque ground, so alpha is left out */
export async function palettePng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): Promise<Blob> {
  const { palette, indexes } = reduced(pixels)
  const rows = new Uint8Array((width + 1) * height)
  // Each row begins with its filter: none.
  for (let row = 0; row < height; row++)
    rows.set(indexes.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  head.set([8, 3, 0, 0, 0], 8)
  return new Blob(
    [
      new Uint8Array(SIGNATURE),
      chunk('IHDR', head),
      chunk('PLTE', palette),
      chunk('IDAT', await deflated(rows)),
      chunk('IEND', new Uint8Array()),
    ],
    { type: 'image/png' },
  )
}

/** The most frequent colours, and for every pixel the nearest of them. */
function reduced(pixels: Uint8ClampedArray): {
  palette: Uint8Array<ArrayBuffer>
  indexes: Uint8Array
} {
  const counts = new Map<number, number>()
  const keys = new Uint32Array(pixels.length / 4)
  for (let at = 0; at < keys.length; at++) {
    const key = (pixels[at * 4]! << 16) | (pixels[at * 4 + 1]! << 8) | pixels[at * 4 + 2]!
    keys[at] = key
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const colors = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_COLORS)
    .map(([key]) => key)
  const nearest = new Map<number, number>()
  const indexes = new Uint8Array(keys.length)
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    let index = nearest.get(key)
    if (index === undefined) {
      index = nearestOf(key, colors)
      nearest.set(key, index)
    }
    indexes[at] = index
  }
  const palette = new Uint8Array(colors.flatMap((key) => [key >> 16, (key >> 8) & 255, key & 255]))
  return { palette, indexes }
}

function nearestOf(key: number, colors: readonly number[]): number {
  let best = 0
  let least = Infinity
  colors.forEach((color, index) => {
    const red = (key >> 16) - (color >> 16)
    const green = ((key >> 8) & 255) - ((color >> 8) & 255)
    const blue = (key & 255) - (color & 255)
    const far = red * red + green * green + blue * blue
    if (far < least) {
      least = far
      best = index
    }
  })
  return best
}

async function deflated(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function chunk(name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let at = 0; at < 4; at++) bytes[4 + at] = name.charCodeAt(at)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc(bytes.subarray(4, data.length + 8)))
  return bytes
}

function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}
