/** Values that the form of a new assessment and its steps share. */

export const MAX_SCALES = 8
export const TEMPLATES = ['bars', 'highest'] as const
/** Instead of answering as another assessment does. */
export const OWN_ANSWERS = '-'
