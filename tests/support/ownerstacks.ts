/**
 * Switches off what React's development build records for its own developer tools: a stack and a
 * task for every element that is created (decision 0206). Its warnings are given as before, without
 * the stack of the component's owner.
 */

import * as React from 'react'

Object.assign(console, { createTask: undefined })

/** React records none once so many were created within a second (react-jsx-dev-runtime). */
const ENOUGH = 10_000
const internals: object | undefined = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
// Only time is lost where a later React has no such counter.
if (internals !== undefined && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => ENOUGH,
    set: () => {},
  })
