import { dirname } from 'node:path'
import { launchProgram, type LaunchedSandbox } from '../sandbox-base/launch.ts'

/** Starts the sandbox processor as a child; its compiled code is cached next to its data file. */
export const launchSandbox = (environment: Readonly<Record<string, string>>): Promise<LaunchedSandbox> =>
  launchProgram(
    {
      name: 'sandbox processor',
      main: new URL('./main.ts', import.meta.url).href,
      heapMegabytes: 32,
      cacheFolder: dirname(environment['SANDBOX_DATA'] || '.data/sandbox'),
    },
    environment,
  )
