import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Documents of the repository that are served as they are. */
export const DOC_NAMES = ['api', 'rag', 'schema', 'deploy', 'install', 'brief'] as const;

const unknown: ErrorCode = 'FILE_NOT_FOUND';

export const DocParamsSchema = z.object({ name: z.enum(DOC_NAMES, { error: unknown }) });
export const AssetParamsSchema = z.object({ name: z.string().meta({ description: 'A static file of the pages' }) });
