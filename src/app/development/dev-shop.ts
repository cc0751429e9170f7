import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { PageHandler } from '../../web/rendering/built-pages.ts'
import { pagesIn } from '../../web/rendering/built-pages.ts'
import { parseSettings, type Settings } from '../config.ts'
import { greeting } from '../starting/greeting.ts'
import { resolveSettings } from '../starting/resolve-settings.ts'
import { openApp, openResources, type Resources } from '../starting/start-app.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What the pages need of the development server. */
export interface PageSources {
  /** What React Router makes of the sources as they are now; rejects when one of them has an error. */
  readonly load: () => Promise<unknown>
  /** The page that shows such an error. */
  readonly failurePage: (thrown: unknown) => Response
}

/** Opens what stays while shops come and go. Throws StartFailure. */
export const openDevResources = async (
  environment: Environment,
  root: string,
  stack: AsyncDisposableStack,
): Promise<Resources> => openResources({ settings: await resolveSettings(environment), root }, stack)

/** The settings as the sources read them now, on the ports that were chosen at the start. */
const currentSettings = (environment: Environment, { port, processor, carrier }: Settings): Settings =>
  parseSettings({
    ...environment,
    PORT: String(port),
    ...(processor.kind === 'sandbox' ? { SANDBOX_PORT: String(processor.port) } : {}),
    ...(carrier.kind === 'sandbox' ? { CARRIER_PORT: String(carrier.port) } : {}),
  })

/** Pages as the sources draw them now. None is cached: the next request may be for another source. */
const pagesOf = ({ load, failurePage }: PageSources): PageHandler => ({
  render: async (request, shop, run) => {
    let pages: PageHandler
    try {
      pages = pagesIn(await load())
    } catch (thrown) {
      return failurePage(thrown)
    }
    return pages.render(request, shop, run)
  },
  sameForVisitors: () => false,
  // Vite names the style sheets.
  firstFiles: [],
})

/** Opens a shop with the sources as they are now. Its server is ready and does not listen. */
export const openDevShop = async (
  environment: Environment,
  resources: Resources,
  sources: PageSources,
  stack: AsyncDisposableStack,
): Promise<FastifyInstance> => {
  const settings = currentSettings(environment, resources.settings)
  const filesFolder = join(resources.root, 'public')
  const pageSource = { pages: pagesOf(sources), filesFolder, edition: null }
  const { server, stop } = await openApp({ ...resources, settings }, stack, {
    role: settings.role,
    pageSource,
  })
  stack.defer(stop)
  await server.ready()
  return server
}

export { greeting }
