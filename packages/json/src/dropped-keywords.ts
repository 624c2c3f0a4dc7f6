import { type ObjectPlace, schemasAt } from "./schema-closure.js";
import type { SchemaSurvey } from "./schema-survey.js";

/**
 * Says which keywords cannot be checked because their answer could turn from yes to no when an unsure schema below them is taken to
 * accept everything, or because Ajv would misjudge them.
 */
export function dropRule(survey: SchemaSurvey): (place: ObjectPlace, keyword: string) => boolean {
  const { places, unsure } = survey;
  const isUnsure = (place: ObjectPlace, keyword: string) =>
    schemasAt(place, keyword).some(({ schema }) => unsure.has(schema));
  const uses = (...keywords: readonly string[]) =>
    places.some(({ schema }) => keywords.some((keyword) => Object.hasOwn(schema, keyword)));
  // A branch that is left out evaluates nothing, so what is unevaluated is not known any more. Nor does Ajv know it in some cases.
  const losesBranches = places.some((place) => isUnsure(place, "oneOf") || isUnsure(place, "if"));
  const misjudges = {
    unevaluatedItems: losesBranches || uses("anyOf", "oneOf", "if", "contains"),
    unevaluatedProperties: losesBranches || uses("if"),
  };

  return (place, keyword) => {
    switch (keyword) {
      case "not":
      case "oneOf":
      case "if":
        return isUnsure(place, keyword);
      case "then":
      case "else":
        return isUnsure(place, "if");
      case "maxContains":
        return isUnsure(place, "contains");
      case "unevaluatedItems":
      case "unevaluatedProperties":
        return misjudges[keyword];
      default:
        return false;
    }
  };
}
