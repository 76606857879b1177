/** The normal, chi-square and F distributions, as far as the analyses ask them. Pure. */

const LANCZOS: readonly number[] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
]

/** Logarithm of the gamma function for x > 0, to about 14 digits (Lanczos, g = 7). */
export function lnGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`lnGamma needs a positive number, not ${x}`)
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x)
  const y = x - 1
  const t = y + 7.5
  const series = LANCZOS.slice(1).reduce((sum, c, i) => sum + c / (y + i + 1), LANCZOS[0]!)
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(series)
}

/**
 * Share of a gamma distribution above x (the regularised upper incomplete gamma function): a series
 * below shape + 1, a continued fraction above (Numerical Recipes, 6.2).
 */
function gammaTail(shape: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(-x + shape * Math.log(x) - lnGamma(shape))
  if (x < shape + 1) {
    let term = 1 / shape
    let sum = term
    for (let n = 1; n < 10_000 && Math.abs(term) > Math.abs(sum) * 1e-16; n++) {
      term *= x / (shape + n)
      sum += term
    }
    return 1 - sum * scale
  }
  const tiny = 1e-300
  let b = x + 1 - shape
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < 10_000; n++) {
    const a = -n * (n - shape)
    b += 2
    d = 1 / (a * d + b || tiny)
    c = b + a / c || tiny
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction * scale
}

/** Probability that a chi-square variable is at least x. @param degrees of freedom, at least 1 */
export function chiSquareTail(x: number, degrees: number): number {
  return gammaTail(degrees / 2, x / 2)
}

/** Probability that a standard normal variable is at most z. */
export function normalCdf(z: number): number {
  const tail = 0.5 * gammaTail(0.5, (z * z) / 2)
  return z < 0 ? tail : 1 - tail
}

/** The z below which a standard normal variable lies with probability p, 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a probability between 0 and 1 is needed, not ${p}`)
  let low = -40
  let high = 40
  // Halving the interval until it is no wider than the spacing of the numbers.
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Share of a beta distribution below x: a continued fraction (Numerical Recipes, 6.4). */
function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast on this side only.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a)
  const tiny = 1e-300
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny)
  let fraction = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  const front = a * Math.log(x) + b * Math.log1p(-x) + lnGamma(a + b) - lnGamma(a) - lnGamma(b)
  return (Math.exp(front) * fraction) / a
}

/** The value that a variable of the F distribution is below with probability p, 0 < p < 1. */
export function fQuantile(p: number, over: number, under: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a probability between 0 and 1 is needed, not ${p}`)
  let low = 0
  let high = 1
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (betaCdf(middle, over / 2, under / 2) < p) low = middle
    else high = middle
  }
  const share = (low + high) / 2
  return (under * share) / (over * (1 - share))
}
