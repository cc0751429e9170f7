import type { RouteObject } from 'react-router'
import * as home from '#desk/screens/home-page.tsx'
import * as more from '#desk/screens/more-page.tsx'
import * as joinPage from '#staff/screens/join-page.tsx'
import * as personPage from '#staff/screens/person-page.tsx'
import * as signInPage from '#staff/screens/sign-in-page.tsx'
import * as teamLogPage from '#staff/screens/team-log-page.tsx'
import * as teamPage from '#staff/screens/team-page.tsx'

type Screen = Pick<RouteObject, 'loader' | 'action'> & {
  readonly default?: RouteObject['Component']
}

const screen = (path: string, { default: Component, loader, action }: Screen): RouteObject => ({
  path,
  ...(Component ? { Component } : {}),
  ...(loader ? { loader } : {}),
  ...(action ? { action } : {}),
})

/** Every page of the desk. */
export const deskRoutes: RouteObject[] = [
  screen('/desk', home),
  screen('/desk/more', more),
  screen('/desk/sign-in', signInPage),
  screen('/desk/join/:token', joinPage),
  screen('/desk/person', personPage),
  screen('/desk/team', teamPage),
  screen('/desk/team/log', teamLogPage),
]
