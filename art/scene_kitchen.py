"""A kitchen in the morning.  blender -b -P scene_kitchen.py -- water|pouch"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]

def counter(w=26, d=7):
    """Honed stone with fine specks."""
    m = mat('stone', '#B9B8AB', .32, spec=.45); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc = N('ShaderNodeTexCoord'); v = N('ShaderNodeTexVoronoi'); v.inputs['Scale'].default_value = 17; L(tc.outputs['Object'], v.inputs['Vector'])
    r = N('ShaderNodeValToRGB'); e = r.color_ramp.elements
    e[0].position, e[0].color = .0, (*srgb('#7C7A6C'), 1); e[1].position, e[1].color = .18, (*srgb('#C3C2B5'), 1)
    L(v.outputs['Distance'], r.inputs[0]); L(r.outputs[0], nt.nodes['Principled BSDF'].inputs['Base Color'])
    o = slab('counter', w, d, .5, m, .04); o.location = (0, 0, -.5)

def tiles(y, w=26, h=11, a=1.9, b=.95):
    glaze = mat('tile', '#D5D9CC', .16, spec=.5, coat=.4, bump=.04, bump_scale=5); grout = slab('grout', w, .1, h, mat('grout', '#A9AB9E', .9), .01); grout.location = (0, y + .12, 0)
    R = random.Random(3); one = slab('tile', a - .05, .12, b - .05, glaze, .03)
    for j in range(int(h / b)):
        for i in range(int(w / a) + 1):
            o = add(bpy.data.objects.new('t', one.data)); o.location = (-w / 2 + a * (i + .5 * (j % 2)), y, b * j + .03); o.rotation_euler = (R.gauss(0, .006), 0, R.gauss(0, .006))
    bpy.data.objects.remove(one)

def window(at, target, strength=4.2):
    """Low sun through a window with six panes: only its frame stands in the light."""
    s = sun((Vector(target) - Vector(at)), strength, .9, '#FFE6BE'); dark = mat('frame', '#222222', .9)
    e = empty('window', at); look_at(e, target); bpy.context.view_layer.update()
    def bar(x, y, w, h):
        o = slab('bar', w, h, .1, dark, .002); o.parent = e; o.location = (x, y, 0); o.visible_camera = False; o.visible_glossy = False; o.visible_transmission = False; o.visible_diffuse = False
    W, H = 5.4, 5.0
    for x in (-W / 6, W / 6): bar(x, 0, .16, H)
    bar(0, 0, W, .16)
    for x, y, w, h in ((-W / 2 - 6, 0, 12, 30), (W / 2 + 6, 0, 12, 30), (0, H / 2 + 6, W, 12), (0, -H / 2 - 6, W, 12)): bar(x, y, w, h)

start(23); world('#CBD6DB', .50)
bpy.context.scene.cycles.max_bounces = 14; bpy.context.scene.cycles.transmission_bounces = 14
if item == 'water':
    counter(); tiles(2.9)
    window((-9, -5.5, 8.2), (.3, .9, 1.1))
    softbox((-5, -3, 5), (0, 0, 1), 2.4, 4, 120, '#FFF3E0')
    tumbler((-1.15, .55, 0)); jar('ds', (1.05, .25, 0), math.radians(4))
    caps = capsule_mats('ds')
    nested_capsule(*caps, loc=(-.05, -1.0, .14), rot=(math.pi / 2, 0, math.radians(70))); nested_capsule(*caps, loc=(.55, -1.3, .14), rot=(math.pi / 2, 0, math.radians(28)))
    camera((.1, -11.0, 4.0), (.05, .2, 1.38), 62)
    render('kitchen-morning', 960, 770, 20, limit=0, noise=.04)
elif item == 'pouch':
    counter()
    window((-9, -5.5, 8.2), (.3, .3, .4), 4.0)
    softbox((-5, -3, 5), (0, 0, 1), 2.4, 4, 120, '#FFF3E0')
    m = mat('canvas', '#8C8A6C', .92, spec=.1, sheen=.3); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc = N('ShaderNodeTexCoord'); w1 = N('ShaderNodeTexWave'); w2 = N('ShaderNodeTexWave'); w1.bands_direction = 'X'; w2.bands_direction = 'Y'
    for w in (w1, w2): w.inputs['Scale'].default_value = 22; w.inputs['Distortion'].default_value = .6; L(tc.outputs['UV'], w.inputs['Vector'])
    mx = N('ShaderNodeMath'); mx.operation = 'MULTIPLY'; L(w1.outputs['Fac'], mx.inputs[0]); L(w2.outputs['Fac'], mx.inputs[1])
    bp = N('ShaderNodeBump'); bp.inputs['Strength'].default_value = .5; bp.inputs['Distance'].default_value = .02; L(mx.outputs[0], bp.inputs['Height']); L(bp.outputs[0], nt.nodes['Principled BSDF'].inputs['Normal'])
    # a flat bag, two sheets sewn along three sides, blown up a little by the cloth solver so that it creases as cloth does
    W, H, n = 4.2, 2.9, 64; k = int(n * H / W); bm = bmesh.new(); uvl = bm.loops.layers.uv.new()
    grid = {}
    for s in (0, 1):
        for j in range(k + 1):
            for i in range(n + 1):
                edge = i in (0, n) or j == 0
                if s and edge: grid[s, i, j] = grid[0, i, j]; continue
                grid[s, i, j] = bm.verts.new((-W / 2 + W * i / n, -H / 2 + H * j / k, (.02 if s == 0 else .10) if not edge else .06))
    for s in (0, 1):
        for j in range(k):
            for i in range(n):
                q = [grid[s, i, j], grid[s, i + 1, j], grid[s, i + 1, j + 1], grid[s, i, j + 1]]
                f = bm.faces.new(q if s else q[::-1])
                for l in f.loops: l[uvl].uv = (l.vert.co.x, l.vert.co.y)
    bag = bm_object('bag', bm, m, auto=80); bag.location = (0, .3, .02); bag.rotation_euler = (0, 0, math.radians(-8))
    pin = bag.vertex_groups.new(name='pin'); c = bag.modifiers.new('c', 'CLOTH'); st = c.settings
    st.quality = 8; st.mass = .3; st.use_pressure = True; st.uniform_pressure_force = 1.5; st.tension_stiffness = 22; st.bending_stiffness = .6; st.shrink_min = .02
    c.collision_settings.use_collision = True; c.collision_settings.distance_min = .012
    fl = slab('floor', 20, 20, .2, mat('nothing', '#B9B8AB'), .01); fl.location = (0, 0, -.2); fl.modifiers.new('col', 'COLLISION'); fl.hide_render = True
    sc = bpy.context.scene; sc.frame_end = 60
    for fr in range(1, 46): sc.frame_set(fr)
    bpy.context.view_layer.update(); me = bpy.data.meshes.new_from_object(bag.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bag.modifiers.clear(); bag.data = me; so = bag.modifiers.new('s', 'SOLIDIFY'); so.thickness = .035; bag.modifiers.new('ss', 'SUBSURF').render_levels = 1
    print('BAG', min(v.co.z for v in me.vertices), max(v.co.z for v in me.vertices))
    v = vial((.35, 1.55, .62), (math.radians(-90), 0, math.radians(172)), 'ds', cap_mats=capsule_mats('ds'))
    v.rotation_euler = (math.radians(-86), math.radians(90), math.radians(-14)); v.location = (.05, .75, .60)
    camera((.4, -7.6, 8.6), (.10, .85, .45), 62)
    portrait('vial-pouch', 26)
