import { z } from 'zod';

/** `ACL.json` of a tenant. Whatever is not of this form is broken, and a broken file locks the tenant. */
export const AclRulesSchema = z
  .object({
    default: z.array(z.string()),
    rules: z.array(z.object({ files: z.string(), allow: z.array(z.string()) })),
  })
  .meta({
    id: 'AclRules',
    description: 'Access rules of a tenant; the first rule whose pattern matches decides, else `default`',
  });
export type AclRules = z.infer<typeof AclRulesSchema>;
