import type { RouteConfig } from '@react-router/dev/routes'
import { index, route } from '@react-router/dev/routes'
import { screens } from './paths.ts'

/** The route table. What is no screen of its own is looked up among the content pages (ruling 3), or not found. */
export default [
  index('../content/screens/content-page.tsx', { id: 'home' }),
  ...screens.map(({ id, path, file }) => route(path, file, { id })),
  route('*', '../content/screens/content-page.tsx', { id: 'content' }),
] satisfies RouteConfig
