/** The sections of a page view: those that a route names, or the fixed segments of its path. */

export function fixedSegments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'))
}

/** @param tracking of a route in a frame, where an empty list stands for the path's own segments */
export function trackedSections(tracking: readonly string[], path: string): readonly string[] {
  return tracking.length === 0 ? fixedSegments(path) : tracking
}
