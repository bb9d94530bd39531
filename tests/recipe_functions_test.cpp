// SPDX-License-Identifier: MIT
// Functions of recipes and the files they come from: what a call becomes, what it sees, and what is told of mistakes.
#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <string>

#include "graph/reference.hpp"
#include "tests/support/compile.hpp"
#include "tests/support/memory.hpp"
#include "tests/support/memory_files.hpp"

using namespace orograph;

namespace {

using Files = std::map<std::string, std::string>;

struct Built {
  Diagnostics diagnostics;
  Recipe recipe;
  Graph graph;
};

void build(Built& built, const std::string& body, const Files& texts = {}) {
  test::MemoryFiles files(texts);
  built.recipe = parse_recipe("orograph: 1\n" + body, "r", {}, built.diagnostics, &files);
  built.graph = build_graph(built.recipe, standard_nodes(), built.diagnostics);
}

// Everything that is said.
std::string told(const std::string& body, const Files& texts = {}) {
  Built built;
  build(built, body, texts);
  return built.diagnostics.format_all();
}

// The program of the node `h`.
std::string program(const std::string& body, const Files& texts = {}) {
  Built built;
  build(built, body, texts);
  INFO(built.diagnostics.format_all());
  REQUIRE(!built.diagnostics.has_errors());
  const NodeId id = built.graph.find("h");
  REQUIRE(id != no_node);
  Program lowered = lower_nodes(built.graph, std::span(&id, 1), built.diagnostics);
  INFO(built.diagnostics.format_all());
  REQUIRE(!built.diagnostics.has_errors());
  return print(test::optimised(std::move(lowered)));
}

const std::string range_function = R"(functions:
  range:
    params: {size: 4000, height: size / 4}
    inputs: {base: 0, mask: 1}
    nodes:
      lifted: height * ridges * mask
      ridges: {type: ridged, source: simplex, octaves: 4, wavelength: size}
      nobody: {type: fbm, source: perlin, octaves: 8, wavelength: 7}
    result: base + lifted
)";

}  // namespace

TEST_CASE("a call is the program written by hand") {
  const std::string by_hand = program(R"(nodes:
  hills: {type: perlin, wavelength: 300}
  ridges: {type: ridged, source: simplex, octaves: 4, wavelength: 3000}
  mask: 1
  lifted: 750 * ridges * mask
  h: hills + lifted
)");
  const std::string nodes = "nodes:\n  hills: {type: perlin, wavelength: 300}\n";
  CHECK(program(range_function + nodes + "  h: {type: range, size: 3000, base: hills}\n") == by_hand);
  CHECK(program(range_function + nodes +
                "  h: {type: range, size: 1500 * 2, height: 750, base: hills, mask: 1, seed: 0}\n") == by_hand);
  SECTION("inline, as an input, through another function and by another name") {
    CHECK(program(range_function + nodes + "  h: {type: abs, input: {type: range, size: 3000, base: hills}}\n") ==
          program(range_function + nodes + "  r: {type: range, size: 3000, base: hills}\n  h: abs(r)\n"));
    CHECK(program(range_function +
                  "  outer: {params: {s: 1000}, inputs: {ground: }, nodes: {inner: {type: range, size: 3 * s, base: "
                  "ground}}, result: inner}\n" +
                  nodes + "  o: {type: outer, ground: {type: perlin, wavelength: 300}}\n  h: o\n") == by_hand);
  }
  SECTION("an input may be a noise, a number, an expression or a call") {
    CHECK(program(range_function + "nodes:\n  h: {type: range, base: perlin}\n") ==
          program(range_function + "nodes:\n  p: perlin\n  h: {type: range, base: p}\n"));
    CHECK(program(range_function + "nodes:\n  h: {type: range, base: {type: range, seed: 3}}\n") ==
          program(range_function + "nodes:\n  p: {type: range, seed: 3}\n  h: {type: range, base: p}\n"));
    CHECK(program(range_function + "nodes:\n  h: {type: range, base: 2 * x}\n") ==
          program(range_function + "nodes:\n  p: 2 * x\n  h: {type: range, base: p}\n"));
  }
}

TEST_CASE("two equal calls are computed once") {
  const auto count = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const std::string once = program(range_function + "nodes:\n  a: {type: range}\n  h: a * 2\n");
  const std::string twice = program(range_function + "nodes:\n  a: {type: range}\n  b: {type: range}\n  h: a + b\n");
  CHECK(count(once) == count(twice) + 1);  // the constant
}

TEST_CASE("nodes in a call are found by the path to them") {
  Built built;
  build(built, range_function + "nodes:\n  h: {type: range}\n  g: {type: abs, input: {type: range, size: 9}}\n");
  CHECK(built.graph.find("h.ridges") != no_node);
  CHECK(built.graph.find("g.input.ridges") != no_node);
  CHECK(built.graph.find("ridges") == no_node);
  CHECK(built.graph.node(built.graph.find("h.ridges")).number("wavelength") == 4000);
  CHECK(built.graph.node(built.graph.find("g.input.ridges")).number("wavelength") == 9);
  SECTION("print and the graph leave out what the result does not need") {
    CHECK(print(built.graph).find("h.lifted") != std::string::npos);
    CHECK(print(built.graph).find("nobody") == std::string::npos);
    CHECK(print_dot(built.graph).find("nobody") == std::string::npos);
  }
}

TEST_CASE("the seed of a call") {
  const std::string function =
      "functions:\n  f: {inputs: {in: 0}, nodes: {a: {type: perlin, seed: 1}, b: {type: perlin, seed: 2}}, result: a "
      "+ "
      "3 * b + in}\n  g: {params: {s: 0}, nodes: {c: {type: f, seed: s}}, result: c}\nnodes:\n";
  const auto with = [&](const std::string& node) { return program(function + "  h: " + node + "\n"); };
  CHECK(with("{type: f, seed: 0}") == with("{type: f}"));
  CHECK(with("{type: f, seed: 5}") != with("{type: f}"));
  CHECK(with("{type: f, seed: 4294967297}") == with("{type: f, seed: 1}"));  // modulo 2^32, as for nodes
  CHECK(with("{type: g, s: 1, seed: 2}") != with("{type: g, s: 2, seed: 1}"));
  CHECK(with("{type: g, s: 1, seed: 2}") != with("{type: g, s: 3}"));
  SECTION("neighbouring seeds share no noise") {
    // Were seeds added up, `a` of one call would be `b` of the other.
    Built built;
    build(built, function + "  p: {type: f, seed: 1}\n  q: {type: f, seed: 2}\n");
    const auto seed = [&](const char* name) { return built.graph.node(built.graph.find(name)).integer("seed"); };
    CHECK(seed("p.b") != seed("q.a"));
    CHECK(seed("p.a") != seed("q.b"));
    CHECK(seed("p.b") - seed("p.a") == 1);
  }
  SECTION("what is given keeps its own") {
    Built built;
    build(built, function + "  p: {type: f, seed: 1, in: {type: perlin, seed: 9}}\n");
    std::size_t given = 0;
    for (const NodeId id : built.graph.order) {
      const GraphNode& node = built.graph.node(id);
      if (node.spec->type != "perlin" || node.integer("seed") != 9) continue;
      ++given;
    }
    CHECK(given == 1);
  }
}

TEST_CASE("a function sees its own names alone") {
  CHECK(told(R"(params: {relief: 3}
functions:
  f: {params: {a: 1}, nodes: {n: x * relief}, result: n + hills}
nodes:
  hills: perlin
  h: {type: f}
  g: relief * n
)") == R"(r:4:38: error: unknown name 'relief'
  4 |   f: {params: {a: 1}, nodes: {n: x * relief}, result: n + hills}
    |                                      ^~~~~~
    help: 'relief' is a parameter of the recipe, which its functions do not see: write 'relief' under the function's
          'params', and 'relief: relief' in the call
    note: in the call of 'f' at r:7:13
r:4:59: error: unknown name 'hills'
  4 |   f: {params: {a: 1}, nodes: {n: x * relief}, result: n + hills}
    |                                                           ^~~~~
    help: 'hills' is a node of the recipe, which its functions do not see: write 'hills:' under the function's
          'inputs', and 'hills: hills' in the call
    note: in the call of 'f' at r:7:13
r:8:15: error: unknown name 'n'
  8 |   g: relief * n
    |               ^
    help: one of: relief, hills, h, g, perlin, simplex, value, x, y
)");
  CHECK(told("params: {size: 3}\nfunctions:\n  f: {nodes: {n: {type: perlin, wavelength: size}}, result: n}\n") ==
        R"(r:4:45: error: unknown name 'size'
  4 |   f: {nodes: {n: {type: perlin, wavelength: size}}, result: n}
    |                                             ^~~~
    help: 'size' is a parameter of the recipe, which its functions do not see: write 'size' under the function's
          'params', and 'size: size' in the call
)");
}

TEST_CASE("a mistake in a function is told at its line and at the call, once") {
  const std::string function =
      "functions:\n  f:\n    nodes: {ridges: {type: perlin, frquency: 2}}\n    result: ridges\n";
  const std::string mistake = R"(r:4:36: error: unknown key 'frquency' of node type 'perlin'
  4 |     nodes: {ridges: {type: perlin, frquency: 2}}
    |                                    ^~~~~~~~
    help: did you mean 'frequency'?
          keys of 'perlin': type, variant, directions, seed, frequency, wavelength, period
)";
  CHECK(told(function) == mistake);  // also where nobody calls it
  CHECK(told(function + "nodes:\n  h: {type: f}\n") == mistake + "    note: in the call of 'f' at r:7:13\n");
  std::string calls = "nodes:\n";
  for (int i = 0; i < 100; ++i) calls += "  n" + std::to_string(i) + ": {type: f}\n";
  CHECK(told(function + calls) == mistake + "    note: in the call of 'f' at r:7:14, and in 99 more\n");
  CHECK(told(function + "  g: {nodes: {in: {type: f}}, result: in}\nnodes:\n  h: {type: g}\n") ==
        mistake + "    note: in the call of 'f' at r:6:26\n          in the call of 'g' at r:8:13\n");
  SECTION("what shows only when noise is placed, by the name in the function") {
    Built built;
    build(built,
          "functions:\n  f: {params: {cells: 4}, nodes: {n: {type: perlin, period: [cells, 4]}}, result: n}\n"
          "nodes:\n  h: {type: f, cells: 4.5}\n");
    const NodeId id = built.graph.find("h");
    REQUIRE(id != no_node);
    lower_nodes(built.graph, std::span(&id, 1), built.diagnostics);
    CHECK(
        built.diagnostics.format_all() ==
        R"(r:3:61: error: the period is 4.5 lattice cells along x where it reaches 'n'; it must be a whole number from 1 to 16777216
  3 |   f: {params: {cells: 4}, nodes: {n: {type: perlin, period: [cells, 4]}}, result: n}
    |                                                             ^
    help: period times every frequency, lacunarity and 1/scale below it must be whole: use a whole lacunarity, or a period that its power divides
    note: in the call of 'f' at r:5:13
)");
  }
}

TEST_CASE("a call's own mistakes are told at the call") {
  const std::string function = R"(functions:
  range:
    params: {size: {value: 5 km, min: 1 km, max: 50 km, doc: from crest to crest}}
    inputs: {base: {doc: the ground}}
    nodes: {n: {type: perlin, wavelength: size}}
    result: base + n
nodes:
)";
  CHECK(told(function + "  h: {type: range, base: 0, size: 60 km}\n") ==
        R"(r:9:35: error: parameter 'size' is 60000, and must be from 1 km to 50 km
  9 |   h: {type: range, base: 0, size: 60 km}
    |                                   ^~~~~
    help: the nearest it takes is 50 km
)");
  CHECK(told(function + "  h: {type: range, siz: 4 km}\n") ==
        R"(r:9:13: error: function 'range' needs 'base': the ground
  9 |   h: {type: range, siz: 4 km}
    |             ^~~~~
    help: write 'base: FIELD', a node's name or an expression
          the input stands at r:5:14
r:9:20: error: unknown key 'siz' of function 'range'
  9 |   h: {type: range, siz: 4 km}
    |                    ^~~
    help: did you mean 'size'?
          keys of 'range': type, seed, base, size
)");
  CHECK(told(function + "  h: {type: range, base: 0, size: hills}\n  hills: perlin\n") ==
        R"(r:9:35: error: 'size' takes a constant, not a field: 'hills' is a node
  9 |   h: {type: range, base: 0, size: hills}
    |                                   ^~~~~
    help: write a number or an expression over 'params'
)");
  CHECK(told(function + "  h: {type: rang, base: 0}\n").find("did you mean 'range'?") != std::string::npos);
  CHECK(told(function + "  h: 2 * range\n").find("'range' is a function: a call of it is written {type: range}") !=
        std::string::npos);
  CHECK(told(function + "  h: 2 * range(1)\n").find("'range' is a function of the recipe") != std::string::npos);
  CHECK(told(function + "  h: {type: range, base: h}\n").find("node 'h' refers to itself: h -> h") !=
        std::string::npos);
  CHECK(told("functions:\n  f: {nodes: {a: b, b: a}, result: a}\nnodes: {h: {type: f}, g: {type: f}}\n") ==
        R"(r:3:24: error: nodes depend on each other: a -> b -> a
  3 |   f: {nodes: {a: b, b: a}, result: a}
    |                        ^
    help: node 'b' needs 'a', which is what is being computed
    note: in the call of 'f' at r:4:19
)");
}

TEST_CASE("a function's declaration is checked") {
  CHECK(told("functions: {f: {params: {seed: 1}, inputs: {a: 0, a_: }, nods: {}, result: [1]}}\n") ==
        R"(r:2:26: error: a parameter cannot be named 'seed': every call has a 'seed'
  2 | functions: {f: {params: {seed: 1}, inputs: {a: 0, a_: }, nods: {}, result: [1]}}
    |                          ^~~~
    help: leave it out: a call's seed changes every noise in the function
r:2:58: error: unknown key 'nods' of function 'f'
  2 | functions: {f: {params: {seed: 1}, inputs: {a: 0, a_: }, nods: {}, result: [1]}}
    |                                                          ^~~~
    help: did you mean 'nodes'?
          one of: doc, params, inputs, nodes, result
r:2:76: error: the result of function 'f' cannot be a list
  2 | functions: {f: {params: {seed: 1}, inputs: {a: 0, a_: }, nods: {}, result: [1]}}
    |                                                                            ^
    help: write 'result: FIELD', what a call is: a node's name or an expression
)");
  CHECK(told("functions:\n  f: {nodes: {a: 1}}\n") == R"(r:3:3: error: function 'f' has no 'result'
  3 |   f: {nodes: {a: 1}}
    |   ^
    help: write 'result: FIELD', what a call is: a node's name or an expression
)");
  CHECK(told("functions:\n  f: {params: {a: 1}, inputs: {a: 0}, result: a}\n")
            .find("'a' is the name of a parameter already") != std::string::npos);
  CHECK(told("functions:\n  ridged: {result: 1}\n") ==
        R"(r:3:3: error: 'ridged' is a node type, and cannot be a function too
  3 |   ridged: {result: 1}
    |   ^~~~~~
    help: both are called by 'type': rename the function
)");
}

TEST_CASE("what a function's result does not need is a warning") {
  CHECK(
      told("functions:\n  f: {params: {a: 1, b: a, c: 2}, inputs: {i: 0}, nodes: {n: 1, m: 2 * n, k: c}, result: k}\n"
           "nodes: {h: {type: f}}\noutputs: [{file: a.exr, channels: {Y: h}}]\n") ==
      R"(r:3:22: warning: parameter 'b' is not used by the result of function 'f' [W305]
  3 |   f: {params: {a: 1, b: a, c: 2}, inputs: {i: 0}, nodes: {n: 1, m: 2 * n, k: c}, result: k}
    |                      ^
    help: name it in the result, or in a node that the result needs; or remove it
    note: in the call of 'f' at r:4:19
r:3:44: warning: input 'i' is not used by the result of function 'f' [W305]
  3 |   f: {params: {a: 1, b: a, c: 2}, inputs: {i: 0}, nodes: {n: 1, m: 2 * n, k: c}, result: k}
    |                                            ^
    help: name it in the result, or in a node that the result needs; or remove it
    note: in the call of 'f' at r:4:19
r:3:59: warning: node 'n' is not used by the result of function 'f' [W305]
  3 |   f: {params: {a: 1, b: a, c: 2}, inputs: {i: 0}, nodes: {n: 1, m: 2 * n, k: c}, result: k}
    |                                                           ^
    help: name it in the result, or in a node that the result needs; or remove it
    note: in the call of 'f' at r:4:19
r:3:65: warning: node 'm' is not used by the result of function 'f' [W305]
  3 |   f: {params: {a: 1, b: a, c: 2}, inputs: {i: 0}, nodes: {n: 1, m: 2 * n, k: c}, result: k}
    |                                                                 ^
    help: name it in the result, or in a node that the result needs; or remove it
    note: in the call of 'f' at r:4:19
)");
}

TEST_CASE("functions that call each other are told with the way around") {
  CHECK(told(R"(functions:
  a: {nodes: {n: {type: b}}, result: n}
  b: {result: {type: c, in: {type: a}}}
  c: {inputs: {in: }, result: in}
nodes: {h: {type: a}}
)") == R"(r:4:36: error: functions call each other: a -> b -> a
  4 |   b: {result: {type: c, in: {type: a}}}
    |                                    ^
    help: 'a' calls 'b' at r:3:25
          'b' calls 'a' at r:4:36
          a call is replaced by the function's nodes, which would never end
)");
  CHECK(told("functions:\n  a: {result: {type: a}}\nnodes: {h: {type: a}}\n") ==
        R"(r:3:22: error: function 'a' calls itself: a -> a
  3 |   a: {result: {type: a}}
    |                      ^
    help: a call is replaced by the function's nodes, which would never end
)");
}

TEST_CASE("files bring functions") {
  const Files files{{"lib/a.yaml", "orograph: 1\ninclude: lib/c.yaml\nfunctions: {a: {result: {type: c}}}\n"},
                    {"lib/b.yaml",
                     "orograph: 1\ninclude: [lib/c.yaml]\nfunctions: {b: {result: {type: c}}}\n"
                     "nodes: {mine: perlin}\n"},
                    {"lib/c.yaml", "orograph: 1\nfunctions: {c: {result: perlin}}\n"}};
  CHECK(program("include: [lib/a.yaml, lib/b.yaml]\nnodes: {s: {type: a}, h: {type: b}}\n", files) ==
        program("nodes: {h: perlin}\n"));
  SECTION("each is read once, whatever the number of ways to it") {
    test::MemoryFiles loader(files);
    Diagnostics diagnostics;
    const Recipe recipe =
        parse_recipe("orograph: 1\ninclude: [lib/a.yaml, lib/b.yaml, lib/c.yaml]\n", "r", {}, diagnostics, &loader);
    CHECK(diagnostics.format_all().empty());
    CHECK(loader.reads == 3);
    CHECK(recipe.included == std::vector<std::string>{"lib/a.yaml", "lib/c.yaml", "lib/b.yaml"});
  }
  SECTION("the hash is of their texts too") {
    const auto hash = [](const std::string& text) {
      test::MemoryFiles loader({{"c", text}});
      Diagnostics diagnostics;
      return parse_recipe("orograph: 1\ninclude: c\n", "r", {}, diagnostics, &loader).content_hash;
    };
    CHECK(hash("orograph: 1\n") != hash("orograph: 1\n\n"));
  }
  SECTION("a mistake in one is told where it is, and where it is called") {
    CHECK(told("include: [lib.yaml]\nnodes:\n  h: {type: c}\n",
               {{"lib.yaml", "orograph: 1\nfunctions:\n  c: {result: perln}\n"}}) ==
          R"(lib.yaml:3:15: error: unknown name 'perln'
  3 |   c: {result: perln}
    |               ^~~~~
    help: did you mean 'perlin'?
          one of: perlin, simplex, value, x, y
    note: in the call of 'c' at r:4:13
)");
  }
}

TEST_CASE("what is wrong with an include is told") {
  CHECK(told("include: [a]\n", {{"a", "orograph: 1\ninclude: [b]\n"}, {"b", "orograph: 1\ninclude: [a]\n"}}) ==
        R"(b:2:11: error: files include each other: a -> b -> a
  2 | include: [a]
    |           ^
    help: 'b' is included at a:2:11
          'a' is included at b:2:11
          move what both need into a file of its own
)");
  CHECK(told("include: [r]\n") == R"(r:2:11: error: the file includes itself
  2 | include: [r]
    |           ^
    help: remove this include
)");
  CHECK(told("include: [nowhere.yaml]\n") ==
        R"(r:2:11: error: cannot include 'nowhere.yaml': there is no such file
  2 | include: [nowhere.yaml]
    |           ^~~~~~~~~~~~
    help: write another
)");
  CHECK(told("include: [a, b]\nfunctions: {f: {result: 1}}\n",
             {{"a", "orograph: 1\nfunctions: {f: {result: 2}, g: {result: 3}}\n"},
              {"b", "orograph: 1\nfunctions: {g: {result: 4}}\n"}}) ==
        R"(a:2:13: error: there is a function 'f' already
  2 | functions: {f: {result: 2}, g: {result: 3}}
    |             ^
    help: it stands at r:3:13: rename one of them
b:2:13: error: there is a function 'g' already
  2 | functions: {g: {result: 4}}
    |             ^
    help: it stands at a:2:29: rename one of them
)");
  CHECK(told("units: km\ninclude: a\n", {{"a", "orograph: 1\nunits: m\n"}}) ==
        R"(a:2:8: error: this file is written in 'm', and the recipe that includes it in 'km'
  2 | units: m
    |        ^
    help: give its lengths units, as in '2 km', and drop its 'units'; or take the same 'units' in both
)");
  CHECK(told("include: {a: 1}\n").find("'include' must be a list, and this is a mapping") != std::string::npos);
  CHECK(told("include: [a]\n", {{"a", "functons: {}\n"}}).find("a:1:1: error: the key 'orograph' is missing") !=
        std::string::npos);
  Diagnostics diagnostics;
  parse_recipe("orograph: 1\ninclude: a\n", "r", {}, diagnostics);
  CHECK(diagnostics.format_all().find("files cannot be included here") != std::string::npos);
}

TEST_CASE("no calls take unbounded time or memory") {
  const auto start = std::chrono::steady_clock::now();
  SECTION("calls that double") {
    std::string functions =
        "functions:\n  f0: {inputs: {a: 0}, nodes: {p: {type: perlin, seed: 1}}, result: a + p}\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string before = "f" + std::to_string(i - 1);
      functions += "  f" + std::to_string(i) + ": {nodes: {p: {type: " + before + ", seed: 1}, q: {type: " + before +
                   ", seed: 2}}, result: p + q}\n";
    }
    const std::string text = told(functions + "nodes: {h: {type: f40}}\n");
    CHECK(text.find("the recipe holds more than 1000000 values once its calls are expanded") != std::string::npos);
    CHECK(text.find("functions that call functions multiply: use fewer calls, or several recipes") !=
          std::string::npos);
  }
  SECTION("calls that double in the inputs alone") {
    std::string functions = "functions:\n  f0: {inputs: {a: 0, b: 0}, result: a + b}\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string before = "f" + std::to_string(i - 1);
      functions += "  f" + std::to_string(i) + ": {inputs: {a: 0, b: 0}, result: {type: " + before +
                   ", a: {type: " + before + "}, b: {type: " + before + "}}}\n";
    }
    CHECK(told(functions + "nodes: {h: {type: f40}}\n").find("once its calls are expanded") != std::string::npos);
  }
  SECTION("a chain of calls") {
    std::string functions = "functions:\n  f0: {result: 1}\n";
    for (int i = 1; i <= 20000; ++i)
      functions += "  f" + std::to_string(i) + ": {result: {type: f" + std::to_string(i - 1) + "}}\n";
    CHECK(told(functions + "nodes: {h: {type: f20000}}\n")
              .find("calls of functions stand inside each other more than 64 deep") != std::string::npos);
  }
  SECTION("a circle of many functions") {
    std::string functions = "functions:\n";
    for (int i = 0; i < 20000; ++i)
      functions += "  f" + std::to_string(i) + ": {result: {type: f" + std::to_string((i + 1) % 20000) + "}}\n";
    CHECK(told(functions).find("(19988 more)") != std::string::npos);
  }
  SECTION("long names, many params") {
    std::string params;
    for (int i = 0; i < 2000; ++i) params += "p" + std::to_string(i) + ": 1, ";
    std::string text = "functions:\n  f: {params: {" + params + "}, result: 1}\nnodes:\n";
    for (int i = 0; i < 2000; ++i) text += "  " + std::string(1000, 'n') + std::to_string(i) + ": {type: f}\n";
    CHECK(told(text).find("once its calls are expanded") != std::string::npos);
  }
  SECTION("files without end") {
    class Endless : public FileLoader {
     public:
      File recipe() const override { return {"0", "0"}; }
      std::variant<File, Refusal> find(std::string_view, const File& from) override {
        const std::string next = std::to_string(std::stoi(from.id) + 1);
        return File{next, next};
      }
      std::variant<std::string, Refusal> read(const File&, std::size_t) override {
        return "orograph: 1\ninclude: next\n";
      }
    } files;
    Diagnostics diagnostics;
    parse_recipe("orograph: 1\ninclude: next\n", "0", {}, diagnostics, &files);
    CHECK(diagnostics.format_all().find("files include each other more than 32 deep") != std::string::npos);
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}
