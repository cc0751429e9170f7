import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // Every page is reached by a document request; a script never needs to ask for more routes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
