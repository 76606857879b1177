/**
 * The version of what a browser interprets. Goes up when documents ask for something that older
 * code cannot draw.
 */

/** A page with a lower version than its release reloads the app before it continues. */
export const ENGINE_VERSION = 1
