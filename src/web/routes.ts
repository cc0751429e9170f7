import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'
import { isOfAccount, screens } from './routing/paths.ts'

type Screen = (typeof screens)[number]

const screenRoute = ({ id, path, file }: Screen) => route(path, file, { id })

const ofAccount = screens.filter(({ path }) => isOfAccount(path))
const others = screens.filter(({ path }) => !isOfAccount(path))

/**
 * The route table. Paths without a screen are looked up among the content pages (ruling 3), or not found. The two
 * layouts render nothing normally; each keeps its part of the shell around a page that failed.
 */
export default [
  layout('./shell/page-layout.tsx', { id: 'page' }, [
    index('../content/screens/content-page.tsx', { id: 'home' }),
    ...others.map(screenRoute),
    route('*', '../content/screens/content-page.tsx', { id: 'content' }),
  ]),
  layout('./shell/account-layout.tsx', { id: 'of-account' }, ofAccount.map(screenRoute)),
] satisfies RouteConfig
