import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Server } from 'node:tls'
import type { Log } from '#platform/log.ts'
import { StartFailure } from '#platform/start-failure.ts'

/** Where the certificate with its chain and its private key are, as PEM. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** Both, read; throws when they do not belong together. */
const readPair = async (files: CertificateFiles) => {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)])
  createSecureContext({ cert, key })
  return { cert, key }
}

const versionOf = async (files: CertificateFiles): Promise<string> => {
  const found = await Promise.all([stat(files.cert), stat(files.key)])
  return found.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join(' ')
}

/**
 * The certificate of a server that terminates TLS. A renewed one is used from the connection after the first one that finds
 * it, without a restart; until both files fit together the former one stays. Throws StartFailure.
 */
export const openCertificate = async (files: CertificateFiles, log: Pick<Log, 'error' | 'info'>) => {
  const open = async () => ({ known: await versionOf(files), pair: await readPair(files) })
  const opened = await open().catch((thrown: unknown) => {
    const reason = thrown instanceof Error ? thrown.message : 'unknown'
    throw new StartFailure(`TLS_CERT and TLS_KEY must name a certificate and its key (${reason}).`)
  })
  let { known } = opened
  let isLooking = false
  const replace = async (server: Pick<Server, 'setSecureContext'>): Promise<void> => {
    const version = await versionOf(files)
    if (version === known) return
    // Also of files that do not fit together: each state is tried and reported once.
    known = version
    server.setSecureContext(await readPair(files))
    log.info({}, 'a renewed certificate is used from now on')
  }
  return {
    pair: opened.pair,
    /** Uses the files as they are now. */
    refresh: async (server: Pick<Server, 'setSecureContext'>): Promise<void> => {
      if (isLooking) return
      isLooking = true
      try {
        await replace(server)
      } catch (err) {
        log.error({ err }, 'the certificate could not be read again; the former one stays in use')
      } finally {
        isLooking = false
      }
    },
  }
}

export type Certificate = Awaited<ReturnType<typeof openCertificate>>
