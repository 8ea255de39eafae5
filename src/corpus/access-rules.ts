import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Acl } from '../model/document.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import { Glob } from './glob.ts';

const EVERYBODY = '*';
/** The class of documents that nobody may see: no allow list has it as its digest. */
const LOCKED_CLASS = 'locked';

const KEPT_WINNERS = 100_000;

/** Strict where the model's description is not: a field that we do not know may be one that was meant to restrict. */
const RulesSchema = z.strictObject({
  default: z.array(z.string()),
  rules: z.array(z.strictObject({ files: z.string(), allow: z.array(z.string()) })),
});

interface Rule {
  readonly glob: Glob;
  readonly acl: Acl;
  readonly cls: string;
}

/** Who may see which document of a tenant. */
export class AccessRules {
  /** There is a file of rules, and it is broken: nothing is visible to anybody. */
  readonly locked: boolean;
  /** The same for the same bytes. */
  readonly id: string;
  private readonly rules: readonly Rule[];
  private readonly otherwise: Omit<Rule, 'glob'>;
  /** By name: a large tenant is asked about as a whole whenever one of its documents changes. */
  private readonly winners = new Map<string, Omit<Rule, 'glob'>>();

  private constructor(id: string, given: z.infer<typeof RulesSchema> | null) {
    this.id = id;
    this.locked = given === null;
    this.rules = (given?.rules ?? []).map(({ files, allow }, rule) => ({
      glob: new Glob(files),
      acl: { allow, rule },
      cls: classOf(allow),
    }));
    const allow = given?.default ?? [];
    this.otherwise = { acl: { allow, rule: null }, cls: given === null ? LOCKED_CLASS : classOf(allow) };
  }

  /** What holds where there is no file of rules. */
  static readonly PUBLIC = new AccessRules('public', { default: [EVERYBODY], rules: [] });
  static readonly LOCKED = new AccessRules(LOCKED_CLASS, null);

  /** The rules of a file's bytes; whatever is not exactly of the form locks. */
  static parse(bytes: Uint8Array): AccessRules {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      // Readers differ in what they make of a byte order mark, so it is not of the form.
      if (text.startsWith('\ufeff')) return AccessRules.LOCKED;
      return new AccessRules(digest(bytes), RulesSchema.parse(parseStrictJson(text)));
    } catch {
      return AccessRules.LOCKED;
    }
  }

  /** The list that decides over a document: that of the first rule which names it or something that it is in, else the default. */
  acl(name: string): Acl {
    return this.winner(name).acl;
  }

  /**
   * The class of a document is a digest of its allow list: a row that was labelled under other rules is then either in a
   * list of the same principals, or in no allowed set at all. A rule's number would mean somebody else after an edit.
   */
  classOf(name: string): string {
    return this.winner(name).cls;
  }

  /** Classes whose documents the principal may see; without one (or an empty one) those that everybody may see. */
  allowed(principal: string | undefined): ReadonlySet<string> {
    if (this.locked) return new Set();
    const sees = ({ allow }: Acl) => allow.includes(EVERYBODY) || Boolean(principal && allow.includes(principal));
    return new Set([...this.rules, this.otherwise].filter(({ acl }) => sees(acl)).map(({ cls }) => cls));
  }

  private winner(name: string): Omit<Rule, 'glob'> {
    if (this.rules.length === 0) return this.otherwise;
    const known = this.winners.get(name);
    if (known !== undefined) return known;
    const names = withContainers(name).map((each) => [...each]);
    const winner = this.rules.find(({ glob }) => names.some((each) => glob.matches(each))) ?? this.otherwise;
    if (this.winners.size >= KEPT_WINNERS) this.winners.clear();
    this.winners.set(name, winner);
    return winner;
  }
}

/** `a/b.zip/c` stands in `a/b.zip` and in `a`: a rule on either covers it. */
function withContainers(name: string): string[] {
  const names = [name];
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) names.push(name.slice(0, slash));
  return names;
}

function classOf(allow: readonly string[]): string {
  const canonical = JSON.stringify([...new Set(allow)].sort());
  return digest(Buffer.from(canonical));
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
