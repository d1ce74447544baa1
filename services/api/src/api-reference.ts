import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import { referencePolicy } from './content-security.ts';
import { fieldDescriptions } from './field-descriptions.ts';

const require = createRequire(import.meta.url);
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const page = (title: string, at: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="${at}/docs/swagger-ui.css">
<div id="reference"></div>
<script src="${at}/docs/swagger-ui-bundle.js"></script>
<script src="${at}/docs/start.js"></script>
</html>
`;

const startScript = (at: string): string =>
  `SwaggerUIBundle({ url: '${at}/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: false });\n`;

/** A contract as an OpenAPI 3.1 document, in JSON. */
export async function describeApi({ title, version, contract, at, isByKey }: ReferenceOptions): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [describedSchemas()] });
  const generated = await generator.generate(contract, {
    info: { title: `${title} API`, version },
    servers: [{ url: at }],
    ...(isByKey === true && {
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    }),
  });
  // The generator writes for every query that it may be empty, whatever its schema says. The schema decides.
  return JSON.stringify(generated, (name, value: unknown) => (name === 'allowEmptyValue' ? undefined : value));
}

/** Reads schemas as the library does, and adds what is said about shared fields. */
function describedSchemas(): ZodToJsonSchemaConverter {
  return new ZodToJsonSchemaConverter({
    interceptors: [
      ({ schema, next }) => {
        const [isRequired, found] = next();
        const description = fieldDescriptions.get(schema as ZodType);
        return [isRequired, description === undefined ? found : { ...found, description }];
      },
    ],
  });
}

export type ReferenceOptions = {
  readonly title: string;
  readonly version: string;
  readonly contract: AnyContractRouter;
  /** The path it is served under, such as `/api`. */
  readonly at: string;
  /** Whether every call shows a key, as a bearer token. */
  readonly isByKey?: boolean;
};

/** Serves a contract as OpenAPI 3.1 at `openapi.json` below its path and for reading at `docs`, from own files only. */
export async function registerReference(app: FastifyInstance, options: ReferenceOptions): Promise<void> {
  const { title, at } = options;
  const document = await describeApi(options);
  app.get(`${at}/openapi.json`, (_, reply) =>
    reply.type('application/json').header('content-security-policy', referencePolicy).send(document),
  );

  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  app.get(`${at}/docs`, (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', referencePolicy)
      .send(page(escapeHtml(`${title} API`), at)),
  );
  app.get(`${at}/docs/start.js`, (_, reply) => reply.type('text/javascript; charset=utf-8').send(startScript(at)));
  for (const [name, type] of Object.entries(files)) {
    const bytes = readFileSync(join(folder, name));
    app.get(`${at}/docs/${name}`, (_, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes),
    );
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
