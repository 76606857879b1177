/** O*NET's twelve categories of required education as levels of the product's list (onet_reference, own judgement). */

const LEVELS = [
  'grade_8',
  'grade_12',
  'certificate',
  'certificate',
  'diploma',
  'advanced_diploma',
  'post_graduate_diploma',
  'masters_degree',
  'masters_degree',
  'honours_degree',
  'masters_degree',
  'masters_degree',
] as const

/** @param category 1 (less than a high school diploma) to 12 (post-doctoral training) */
export function educationLevel(category: number): string {
  return LEVELS[category - 1] ?? 'grade_12'
}
