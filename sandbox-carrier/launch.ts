import { dirname } from 'node:path'
import { launchProgram, type LaunchedSandbox } from '../sandbox-base/launch.ts'

/** Starts the sandbox carrier as a child; its compiled code is cached next to its data file. */
export const launchCarrier = (environment: Readonly<Record<string, string>>): Promise<LaunchedSandbox> =>
  launchProgram(
    {
      name: 'sandbox carrier',
      main: new URL('./main.ts', import.meta.url).href,
      // Drawing a label takes fonts and compression.
      heapMegabytes: 64,
      cacheFolder: dirname(environment['CARRIER_DATA'] || '.data/carrier'),
    },
    environment,
  )
