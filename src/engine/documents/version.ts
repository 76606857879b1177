/**
 * The version of what a browser interprets. Incremented when documents use something that older
 * code can't draw.
 */

/** A page with a lower version than its release reloads the app before it continues. */
export const ENGINE_VERSION = 1
