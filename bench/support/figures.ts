/** Reads some of the server's Prometheus metrics. */

/** @returns for each metric the sum over all its labels; 0 if it has no value yet */
export async function figuresOf<Names extends readonly string[]>(
  url: string,
  ...names: Names
): Promise<{ [Index in keyof Names]: number }> {
  const lines = (await (await fetch(`${url}/api/metrics`)).text()).split('\n')
  return names.map((name) =>
    lines
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0),
  ) as {
    [Index in keyof Names]: number
  }
}
